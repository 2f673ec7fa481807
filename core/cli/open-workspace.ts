import type { Board } from "../board/board.ts";
import type { BoardText } from "../board/open.ts";
import type { Invocation } from "./command.ts";

/**
 * Opens the board that a command is about.
 *
 * @throws WorkspaceError, ProfileError - each says what is wrong and what to do
 */
export async function openWorkspace({
  root,
  profile,
}: Pick<Invocation, "root" | "profile">): Promise<Board> {
  const { openBoard } = await import("../board/open.ts");
  return openBoard({ root, profile });
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
  const { openText } = await import("../board/open.ts");
  return openText({ root, profile }, text);
}
