import type { Board } from "../../board/board.ts";
import { durationMs } from "../../contract/duration.ts";
import { CommandFault } from "../fault.ts";

/**
 * The same board with one time limit for every tool, whatever the tool itself says.
 *
 * @param typed - the duration as typed, `5s`, `2m`, or milliseconds; undefined leaves the board as it is
 * @throws CommandFault when it is no duration
 */
export function withTimeLimit(board: Board, typed: string | undefined): Board {
  if (typed === undefined) return board;
  const timeout = durationMs(/^\d+$/.test(typed) ? Number(typed) : typed);
  if (timeout === null) {
    throw new CommandFault(
      `--timeout ${JSON.stringify(typed)} is no duration.`,
      "Write 500ms, 5s, 2m or 1h; a number alone is milliseconds.",
    );
  }
  const tools = board.tools.map((entry) => ({
    ...entry,
    description: entry.description && { ...entry.description, timeout },
  }));
  return { ...board, tools };
}
