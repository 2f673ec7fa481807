import { openBoard } from "../../core/board/open.ts";
import type { OpenBoardOptions } from "../../core/board/open.ts";
import type { Board, ToolEntry } from "../../core/board/board.ts";
import type { ToolClass } from "../../core/contract/index.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

/** Opens the board of a workspace by itself, without what the package brings along. */
export function openOwn(workspace: TestWorkspace, options: OpenBoardOptions = {}): Promise<Board> {
  return openBoard({ root: workspace.root, packageRoot: null, ...options });
}

/** The board of a workspace of `files`. */
export function boardOf(
  files: Readonly<Record<string, string | null>>,
  options: OpenBoardOptions = {},
): Promise<Board> {
  return openOwn(makeWorkspace(files), options);
}

export function toolOf(board: Board, name: string): ToolEntry {
  const tool = board.tools.find((entry) => entry.name === name);
  if (!tool) throw new Error(`no ${name} among ${board.tools.map((entry) => entry.name)}`);
  return tool;
}

/** Each tool as `name status`. */
export function standings(board: Board): string[] {
  return board.tools.map(({ name, status }) => `${name} ${status}`);
}

/** What the tool of that name answers when it runs. */
export async function answerOf(board: Board, name: string): Promise<unknown> {
  return run(await toolOf(board, name).load());
}

export function run(tool: ToolClass): unknown {
  return Reflect.apply(Object(tool.prototype.execute), undefined, [{}]);
}

/** The diagnostics without `prompt/missing` and `dox/missing`, as `code file:line`. */
export function findings(board: Board): string[] {
  return board.diagnostics
    .filter(({ code }) => code !== "prompt/missing" && code !== "dox/missing")
    .map(({ code, file, line }) => `${code} ${file}${line === null ? "" : `:${line}`}`);
}

/** The reason why a file is ignored, or undefined. */
export function reasonFor(board: Board, file: string): string | undefined {
  return board.ignored.find((ignored) => ignored.file === file)?.reason;
}
