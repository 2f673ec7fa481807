import { join } from "node:path";
import type { Board } from "../../board/board.ts";
import type { BoardChange } from "../../board/watch/compare.ts";
import { thrownText } from "../../dispatch/wording.ts";
import { configFiles } from "../../mcp/client/config.ts";
import type { McpServers } from "../../mcp/client/servers.ts";
import { mayHaveServers, openServers } from "./attach-servers.ts";
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
  /** Told what servers print, and what goes wrong beside boards. */
  readonly report: (message: string) => void;
  /** Told what is newly wrong with a server, in words. Default: `report`. */
  readonly reportServer?: (message: string) => void;
  /** Told why no new board can be made; the last one stays. Default: `report` is told. */
  readonly failed?: (error: unknown) => void;
  /** Told that after `failed` a board can be made again. */
  readonly mended?: () => void;
};

/** It is there at once; what nothing is known of comes when it answers. */
const AT_ONCE = { wait: 0 };

/** Makes a board that follows the files of its workspace, and what its servers offer. */
export function liveBoard(options: LiveBoardOptions): LiveBoard {
  const { root, profile, report, reportServer = report } = options;
  const { failed = (error: unknown): void => report(thrownText(error)) } = options;
  const listeners: BoardListener[] = [];
  const ends: (() => Promise<void>)[] = [];
  let board: Promise<Board> | null = null;

  async function begin(): Promise<Board> {
    const { watchBoard } = await import("../../board/watch/watch-board.ts");
    const watched = await watchBoard({
      root,
      profile,
      beside: (of) => configFiles(of).map((file) => join(of.root, file)),
    });
    ends.push(() => watched.close());
    let servers: McpServers | null = null;
    /** Held from the time on when the workspace may have any. */
    const serversOf = async (of: Board): Promise<McpServers | null> => {
      if (servers !== null || !mayHaveServers(of.root)) return servers;
      const opened = await openServers(of, { report });
      ends.push(() => opened.close());
      opened.onChange(() => follow([]));
      return (servers = opened);
    };
    let last: Board | null = null;
    const whole = async () => {
      const bare = watched.board;
      const holder = await serversOf(bare);
      const next = (await holder?.addTo(bare, AT_ONCE)) ?? bare;
      for (const problem of serverProblems(last, next)) reportServer(problem);
      const ofServers = last === null ? [] : serverChanges(last, next);
      last = next;
      return { next, ofServers };
    };
    const publish = async (changes: readonly BoardChange[]): Promise<void> => {
      const { next, ofServers } = await whole();
      board = Promise.resolve(next);
      for (const listener of listeners) listener(next, [...changes, ...ofServers]);
      await servers?.endOthers(next);
    };
    const first = whole().then(({ next }) => next);
    let publishing: Promise<unknown> = first;
    const follow = (changes: readonly BoardChange[]): void => {
      // One after the other, and after the first, so that the last one is the newest.
      publishing = publishing.then(() => publish(changes)).catch(failed);
    };
    watched.listen({
      changed: ({ changes }) => follow(changes),
      failed,
      mended: () => options.mended?.(),
    });
    return first;
  }

  return {
    open: () => (board ??= begin()),
    changed: (listener) => void listeners.push(listener),
    async close() {
      for (const end of ends) await end();
    },
  };
}
