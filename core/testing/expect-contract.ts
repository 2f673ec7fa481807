import { AssertionError } from "node:assert";
import { isDeepStrictEqual } from "node:util";
import type { ToolClass } from "../contract/index.ts";
import { isToolClass } from "../contract/index.ts";
import type { Board, ToolEntry } from "../board/board.ts";
import { describeTool } from "../board/describe.ts";
import type { Diagnostic } from "../board/diagnostic.ts";
import { openBoard } from "../board/open.ts";
import { didYouMean } from "../board/suggest.ts";
import { check } from "../check/check.ts";
import { folderOf } from "./call-tool.ts";

export type ContractOptions = {
  /** Where the workspace is looked for, upwards. A path, or `import.meta.url`. Default: the current folder. */
  readonly from?: string | URL;
  readonly profile?: string;
  /** Warnings fail too. Default: true. */
  readonly strict?: boolean;
};

/**
 * Holds a tool's code, contract and fragment against one another, as `pegboard check` does.
 *
 * @param tool - the name of a tool in the workspace, or the class that its file exports
 * @throws AssertionError - lists what was found, each with file and line
 *
 * @example
 * test("weather is what its contract says", () => expectContract("weather", { from: import.meta.url }));
 */
export async function expectContract(
  tool: ToolClass | string,
  options: ContractOptions = {},
): Promise<void> {
  const { profile, strict = true } = options;
  const board = await openBoard({ cwd: folderOf(options.from), profile });
  const entry = entryFor(board, tool);
  const fragments = board
    .find("prompts", `agent.system.tool.${entry.name}.md`)
    .map(({ file }) => file);
  const files = [entry.file, entry.dox, ...fragments].flatMap((file) =>
    file === null ? [] : [board.relative(file)],
  );
  const { diagnostics } = await check({
    root: board.root,
    profile: board.profile.name,
    paths: files,
  });
  const wrong = diagnostics.filter(
    ({ severity }) => severity === "error" || (strict && severity === "warning"),
  );
  if (wrong.length === 0) return;
  throw new AssertionError({
    message: `${entry.name} is not what its documents say:\n${wrong.map(lineOf).join("\n")}`,
    actual: wrong,
    expected: [],
    operator: "expectContract",
    stackStartFn: expectContract,
  });
}

function entryFor(board: Board, tool: ToolClass | string): ToolEntry {
  if (!isToolClass(tool)) {
    const entry = board.tools.find(({ name }) => name === tool);
    if (entry) return entry;
    const names = board.tools.map(({ name }) => name);
    throw new Error(`${board.root} has no tool ${JSON.stringify(tool)}${didYouMean(tool, names)}`);
  }
  // The board has imported the file for itself, so the class is another one that says the same.
  const { description } = describeTool(tool);
  const same = board.tools.filter((entry) => isDeepStrictEqual(entry.description, description));
  const [entry] = same;
  if (entry && same.length === 1) return entry;
  throw new Error(
    `${board.root} has ${same.length === 0 ? "no tool" : "more than one tool"} that says the same as this class; give the name of the tool instead`,
  );
}

function lineOf({ severity, code, file, line, message, hint }: Diagnostic): string {
  const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`}: `;
  return `  ${place}${severity}[${code}] ${message}${hint === null ? "" : `\n      ${hint}`}`;
}
