import type { Board } from "../../board/board.ts";
import type { BoardChange } from "../../board/watch/compare.ts";
import { thrownText } from "../../dispatch/wording.ts";
import type { McpServers } from "../../mcp/client/servers.ts";
import { serverChanges, serverProblems } from "./server-changes.ts";

/** The board of a workspace with the tools of its MCP servers, kept up to date. */
export type LiveBoard = {
  /** As it is now. Opened, and watched, when it is first asked for. */
  open(): Promise<Board>;
  /** Has `listener` called with each board that takes the place of another, and what changed. */
  changed(listener: BoardListener): void;
  close(): Promise<void>;
};

export type BoardListener = (board: Board, changes: readonly BoardChange[]) => void;

export type LiveBoardOptions = {
  readonly root: string | undefined;
  readonly profile: string | undefined;
  readonly servers: McpServers | null;
  readonly report: (message: string) => void;
  /** Told what is wrong with a server, once. Default: `report`. */
  readonly reportServer?: (message: string) => void;
};

/** It is there at once; what nothing is known of comes when it answers. */
const AT_ONCE = { wait: 0 };

/** Makes a board that follows the files of its workspace, and what its servers offer. */
export function liveBoard(options: LiveBoardOptions): LiveBoard {
  const { root, profile, servers, report, reportServer = report } = options;
  const listeners: BoardListener[] = [];
  const ends: (() => Promise<void>)[] = [];
  let board: Promise<Board> | null = null;

  async function begin(): Promise<Board> {
    const { watchBoard } = await import("../../board/watch/watch-board.ts");
    const watched = await watchBoard({ root, profile });
    ends.push(() => watched.close());
    let last: Board | null = null;
    const whole = async () => {
      const next = (await servers?.addTo(watched.board, AT_ONCE)) ?? watched.board;
      for (const problem of serverProblems(last, next)) reportServer(problem);
      const ofServers = last === null ? [] : serverChanges(last, next);
      last = next;
      return { next, ofServers };
    };
    const publish = async (changes: readonly BoardChange[]): Promise<void> => {
      const { next, ofServers } = await whole();
      board = Promise.resolve(next);
      for (const listener of listeners) listener(next, [...changes, ...ofServers]);
    };
    const first = whole().then(({ next }) => next);
    let publishing: Promise<unknown> = first;
    const failed = (error: unknown): void => report(thrownText(error));
    const follow = (changes: readonly BoardChange[]): void => {
      // One after the other, and after the first, so that the last one is the newest.
      publishing = publishing.then(() => publish(changes)).catch(failed);
    };
    watched.listen({ changed: ({ changes }) => follow(changes), failed });
    servers?.onChange(() => follow([]));
    return first;
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
