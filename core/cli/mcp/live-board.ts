import type { Board } from "../../board/board.ts";
import type { BoardChange } from "../../board/watch/compare.ts";
import { thrownText } from "../../dispatch/wording.ts";
import type { McpServers } from "../../mcp/client/servers.ts";

/** The board of a workspace with the tools of its MCP servers, kept up to date. */
export type LiveBoard = {
  /** As it is now. Opened, and watched, when it is first asked for. */
  open(): Promise<Board>;
  /** Has `listener` called with each board that takes the place of another, and what changed in the workspace. */
  changed(listener: BoardListener): void;
  close(): Promise<void>;
};

export type BoardListener = (board: Board, changes: readonly BoardChange[]) => void;

export type LiveBoardOptions = {
  readonly root: string | undefined;
  readonly profile: string | undefined;
  readonly servers: McpServers | null;
  readonly report: (message: string) => void;
};

/** Makes a board that follows the files of its workspace, and what its servers offer. */
export function liveBoard({ root, profile, servers, report }: LiveBoardOptions): LiveBoard {
  const listeners: BoardListener[] = [];
  const ends: (() => Promise<void>)[] = [];
  let board: Promise<Board> | null = null;

  async function begin(): Promise<Board> {
    const { watchBoard } = await import("../../board/watch/watch-board.ts");
    const watched = await watchBoard({ root, profile });
    ends.push(() => watched.close());
    const whole = async (): Promise<Board> => servers?.addTo(watched.board) ?? watched.board;
    let publishing: Promise<unknown> = Promise.resolve();
    const publish = async (changes: readonly BoardChange[]): Promise<void> => {
      const next = await whole();
      board = Promise.resolve(next);
      for (const listener of listeners) listener(next, changes);
    };
    const failed = (error: unknown): void => report(thrownText(error));
    const follow = (changes: readonly BoardChange[]): void => {
      // One after the other, so that the last one is the newest.
      publishing = publishing.then(() => publish(changes)).catch(failed);
    };
    watched.listen({ changed: ({ changes }) => follow(changes), failed });
    servers?.onChange(() => follow([]));
    return whole();
  }

  return {
    open: () => (board ??= begin()),
    changed: (listener) => void listeners.push(listener),
    async close() {
      for (const end of ends) await end();
      await servers?.close();
    },
  };
}
