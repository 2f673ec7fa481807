import type { Board } from "../board/board.ts";
import type { BoardText } from "../board/open.ts";
import type { Invocation } from "./command.ts";

/**
 * Opens the board that a command is about, with the tools of its MCP servers.
 *
 * @throws WorkspaceError, ProfileError - each says what is wrong and what to do
 */
export async function openWorkspace({
  root,
  profile,
}: Pick<Invocation, "root" | "profile">): Promise<Board> {
  const { openBoard } = await import("../board/open.ts");
  const { mayHaveServers, openServers } = await import("./mcp/attach-servers.ts");
  const board = await openBoard({ root, profile });
  if (!mayHaveServers(board.root)) return board;
  const servers = await openServers(board, { report: () => {} });
  return servers.addTo(board);
}

/**
 * A text made of the board that a command is about; see `openText`.
 *
 * @throws WorkspaceError, ProfileError - each says what is wrong and what to do
 */
export async function workspaceText(
  { root, profile }: Pick<Invocation, "root" | "profile">,
  text: BoardText,
): Promise<string> {
  const { findWorkspace } = await import("../board/workspace.ts");
  const { mayHaveServers } = await import("./mcp/attach-servers.ts");
  // What servers offer changes without a file of the workspace.
  if (mayHaveServers(await findWorkspace({ root }))) {
    return text.make(await openWorkspace({ root, profile }));
  }
  const { openText } = await import("../board/open.ts");
  return openText({ root, profile }, text);
}
