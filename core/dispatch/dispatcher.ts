import { randomUUID } from "node:crypto";
import type { ToolCall, ToolResult } from "../contract/index.ts";
import { bareResult } from "./bare-result.ts";
import { enqueue, readCall, runBatch } from "./batch.ts";
import type { Hold } from "./clock.ts";
import type { CallLife } from "./life.ts";
import type { BatchOptions, DispatcherOptions } from "./options.ts";
import { createLog } from "./outlet.ts";
import { loadSecrets } from "./secrets/follow.ts";
import { createServices } from "./services.ts";
import type { Services, Turn } from "./services.ts";
import { Slots } from "./slots.ts";
import { clip } from "./text.ts";
import { joined } from "./tool-agent.ts";
import type { CallFrom } from "./tool-agent.ts";
import { thrownText } from "./wording.ts";

export type { BatchOptions, DispatcherOptions };

/** Runs calls: one pipeline for a model, a child agent, a tool that calls a tool, the command line, MCP and HTTP. */
export interface Dispatcher {
  /**
   * Answers each call exactly once, in the order asked.
   *
   * @returns one result for each call; never rejects
   */
  run(calls: readonly ToolCall[], options?: BatchOptions): Promise<ToolResult[]>;
  /** Stops what is under way, and ends what the dispatcher holds: workers, timers, open questions. */
  close(): Promise<void>;
}

/** Tools that call tools end somewhere. */
const DEEPEST = 8;

type Within = {
  /** The clock of the call that these are made from. */
  readonly hold: Hold | null;
  readonly depth: number;
};

/** Makes a dispatcher. Nothing is read or started before the first call. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const lives = new Set<CallLife>();
  const underWay = new Set<Promise<unknown>>();
  let opening: Promise<Services> | null = null;
  let services: Services | null = null;
  let closed = false;

  async function open(): Promise<Services> {
    const secrets = options.secrets ?? (await loadSecrets(options.board.root));
    return (services = createServices(options, secrets));
  }

  async function runWithin(
    calls: readonly ToolCall[],
    given: BatchOptions,
    within: Within,
  ): Promise<ToolResult[]> {
    const ready = services ?? (await (opening ??= open().finally(() => (opening = null))));
    const reading = ready.secrets.refresh();
    if (reading) await reading;
    const turn: Turn = {
      id: given.turn ?? randomUUID(),
      message: given.message ?? "",
      loop_data: given.loop_data ?? { round: 0, memo: new Map() },
      guard: given.guard ?? null,
      client: given.client ?? null,
      log: given.log ? createLog(given.log, ready.secrets) : null,
      slots: new Slots(options.board.profile.limits.parallel),
      callFrom: (id, life) => callFrom(id, life, turn, within.depth),
    };
    turn.guard?.beginReply();
    return runBatch(
      calls.map((call) => enqueue(call, ready)),
      {
        services: ready,
        turn,
        signal: given.signal ?? null,
        hold: within.hold,
        lives,
        isClosed: () => closed,
      },
    );
  }

  function callFrom(id: string, life: CallLife, turn: Turn, depth: number): CallFrom {
    let made = 0;
    return async (call, signal) => {
      made += 1;
      const within = { hold: life.hold, depth: depth + 1 };
      const inner = { ...call, id: `${id}.${made}` };
      if (closed || life.over)
        return notRun(inner, "cancelled", "The call that it was made from is over.");
      if (within.depth > DEEPEST) {
        return notRun(inner, "error", `Tools call each other more than ${DEEPEST} deep.`);
      }
      const [result] = await run([inner], within, {
        signal: signal === undefined ? life.signal : joined(signal, life.signal),
        turn: turn.id,
        message: turn.message,
        loop_data: turn.loop_data,
        client: turn.client,
        log: turn.log,
      });
      return result ?? notRun(inner, "error", "There was no result.");
    };
  }

  function notRun(call: unknown, status: "cancelled" | "error", why: string): ToolResult {
    const { id, name } = readCall(call);
    const mask = services?.secrets.mask ?? options.secrets?.mask ?? (() => "");
    const tool = typeof name === "string" ? clip(mask(name), 80) : "";
    return bareResult({ call: id, tool, method: null }, status, `${why} The tool did not run.`);
  }

  /** Whatever fails before the calls begin fails each of them. */
  function run(
    calls: readonly ToolCall[],
    within: Within,
    given: BatchOptions,
  ): Promise<ToolResult[]> {
    if (closed) {
      const why = "The dispatcher was closed.";
      return Promise.resolve(calls.map((call) => notRun(call, "cancelled", why)));
    }
    const running = runWithin(calls, given, within).catch((error: unknown) =>
      calls.map((call) => notRun(call, "error", thrownText(error))),
    );
    underWay.add(running);
    return running.finally(() => underWay.delete(running));
  }

  return {
    run: (calls, given = {}) =>
      run(Array.isArray(calls) ? calls : [], { hold: options.hold ?? null, depth: 0 }, given),
    async close() {
      closed = true;
      for (const life of lives) life.interrupt({ kind: "stopped", reason: "closed" });
      await Promise.all(underWay);
      await services?.close();
    },
  };
}
