import type { Board } from "../board/board.ts";
import type { BoardText } from "../board/open.ts";
import type { FirstPatience } from "../mcp/client/asking.ts";
import type { Invocation } from "./command.ts";

/** Of a board for which no server needs to be asked: what is known from before is enough. */
export const ASKING_NONE: FirstPatience = { isNeeded: () => false };

/**
 * Opens the board that a command is about, with the tools of its MCP servers. Servers of which nothing is known are waited
 * for, a few seconds; the person is told when that takes a while.
 *
 * @param patience - which of them are waited for, where the command does not need all
 * @throws WorkspaceError, ProfileError - each says what is wrong and what to do
 */
export async function openWorkspace(
  { root, profile, err }: Pick<Invocation, "root" | "profile"> & Partial<Pick<Invocation, "err">>,
  patience: FirstPatience = {},
): Promise<Board> {
  const { openBoard } = await import("../board/open.ts");
  const { mayHaveServers, openServers } = await import("./mcp/attach-servers.ts");
  const board = await openBoard({ root, profile });
  if (!mayHaveServers(board.root)) return board;
  const servers = await openServers(board, { report: () => {} });
  const waiting = (names: readonly string[]): void =>
    err?.line(`Waiting a moment for the MCP server ${names.join(" and ")}.`);
  return servers.addTo(board, { waiting, ...patience });
}

/**
 * A text made of the board that a command is about; see `openText`.
 *
 * @throws WorkspaceError, ProfileError - each says what is wrong and what to do
 */
export async function workspaceText(
  { root, profile, err }: Pick<Invocation, "root" | "profile" | "err">,
  text: BoardText,
): Promise<string> {
  const { findWorkspace } = await import("../board/workspace.ts");
  const { mayHaveServers } = await import("./mcp/attach-servers.ts");
  // What servers offer changes without a file of the workspace.
  if (mayHaveServers(await findWorkspace({ root }))) {
    return text.make(await openWorkspace({ root, profile, err }));
  }
  const { openText } = await import("../board/open.ts");
  return openText({ root, profile }, text);
}
