import { expect, onTestFinished, test } from "vitest";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import { openOwn } from "../board/boards.ts";
import { makeWorkspace } from "../support/workspace.ts";

const HELPER = `interface Thing {
  readonly name: string;
}

export type Named<T> = T &
  Thing;

export async function fail<T extends object>(thing: Named<T>): Promise<never> {
  throw new Error(thing.name satisfies string); // here
}
`;

test.each([
  ["in the process", ""],
  ["in a worker", "isolate: true,"],
])(
  "an error that a helper throws %s has a stack with its line of TypeScript, for those that word errors",
  async (_, more) => {
    const workspace = makeWorkspace({
      "tools/x.ts": `import { defineTool } from "pegboard";
import { fail } from "./lib/fail.ts";
export default defineTool({
  description: "Fails.",
  risk: "read",
  ${more}
  execute: () => fail({ name: "on purpose" }),
});`,
      "tools/lib/fail.ts": HELPER,
      "extensions/error_format/show.ts": `import { defineExtension } from "pegboard";
export default defineExtension("error_format", ({ error, message }) => message + "\\n" + Object(error).stack);`,
    });
    const dispatcher = createDispatcher({ board: await openOwn(workspace), session: "now" });
    onTestFinished(() => dispatcher.close());
    const [result] = await dispatcher.run([{ id: "1", name: "x", args: {} }]);
    const line = HELPER.split("\n").findIndex((text) => text.includes("// here")) + 1;
    expect(result?.message).toContain(`"x" failed: on purpose\nError: on purpose`);
    expect(result?.message).toContain(`${workspace.path("tools/lib/fail.ts")}:${line}:`);
    expect(result?.message).toContain(`${workspace.path("tools/x.ts")}:7:`);
  },
);
