import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ToolCall, ToolResult } from "../../core/contract/index.ts";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import type { BatchOptions, DispatcherOptions } from "../../core/dispatch/dispatcher.ts";
import type { DispatchEvent } from "../../core/dispatch/events.ts";
import { Secrets } from "../../core/dispatch/secrets/secrets.ts";
import { boardOf } from "./parts.ts";
import type { Shape } from "./parts.ts";

export { boardOf, entryOf, extensionAt, sleep, toolOf } from "./parts.ts";

export type Workshop = {
  readonly events: DispatchEvent[];
  run(
    calls: readonly (Partial<ToolCall> & { name: string })[],
    options?: BatchOptions,
  ): Promise<ToolResult[]>;
  /** Runs one call and gives its one result. */
  one(name: string, args?: unknown, options?: BatchOptions): Promise<ToolResult>;
  close(): Promise<void>;
};

/** A dispatcher over tools that are given as they are; closed when the test is over. */
export function workshop(shape: Shape, options: Partial<DispatcherOptions> = {}): Workshop {
  const events: DispatchEvent[] = [];
  const dispatcher = createDispatcher({
    board: boardOf(shape),
    secrets: Secrets.none,
    session: "s1",
    ...options,
    emit: (event) => {
      events.push(event);
      return options.emit?.(event);
    },
  });
  onTestFinished(() => dispatcher.close());
  let made = 0;
  const run: Workshop["run"] = (calls, batch) =>
    dispatcher.run(
      calls.map((call) => ({ id: `c${++made}`, args: {}, ...call })),
      batch,
    );
  return {
    events,
    run,
    close: () => dispatcher.close(),
    async one(name, args, batch) {
      const [result] = await run([{ name, args }], batch);
      if (result === undefined) throw new Error("there was no result");
      return result;
    },
  };
}

/** A folder of its own that is gone after the test. */
export function tempFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), "pegboard-dispatch-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
