import { onTestFinished } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import type { Board } from "../../core/board/board.ts";
import type { ToolResult } from "../../core/contract/index.ts";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import type { BatchOptions, DispatcherOptions } from "../../core/dispatch/dispatcher.ts";
import { allowAll } from "../../core/cli/call/allow-all.ts";
import { openStore } from "../../core/store/store.ts";
import type { Store } from "../../core/store/store.ts";
import { toolStore } from "../../core/store/tool-store.ts";
import { makeWorkspace } from "./workspace.ts";
import type { TestWorkspace } from "./workspace.ts";

/** A workspace with the bundled tools and a store; a person allows everything. */
export type Bundled = {
  readonly workspace: TestWorkspace;
  readonly store: Store;
  board(profile?: string): Promise<Board>;
  /** Calls a tool through the whole pipeline. */
  call(name: string, args?: unknown, options?: CallIn): Promise<ToolResult>;
};

export type CallIn = BatchOptions &
  Pick<Partial<DispatcherOptions>, "host" | "agent" | "emit" | "grace"> & {
    readonly profile?: string;
    /** Default: `now`. */
    readonly session?: string;
  };

/** @param files - of the workspace, besides the default profile */
export function bundled(files: Readonly<Record<string, string>> = {}): Bundled {
  const workspace = makeWorkspace(files);
  const { root } = workspace;
  const store = openStore({ root });
  onTestFinished(() => store.close());
  const boards = new Map<string, Promise<Board>>();
  const board = (profile = "default"): Promise<Board> => {
    const known = boards.get(profile) ?? openBoard({ root, profile });
    boards.set(profile, known);
    return known;
  };
  return {
    workspace,
    store,
    board,
    async call(name, args = {}, options = {}) {
      const {
        profile,
        session = "now",
        host = allowAll(null),
        agent,
        emit,
        grace,
        ...batch
      } = options;
      const dispatcher = createDispatcher({
        board: await board(profile),
        session,
        host,
        toolStore: toolStore(store),
        ...(agent && { agent }),
        ...(emit && { emit }),
        ...(grace !== undefined && { grace }),
      });
      try {
        const [result] = await dispatcher.run([{ id: "call-1", name, args }], batch);
        if (result === undefined) throw new Error("there was no result");
        return result;
      } finally {
        await dispatcher.close();
      }
    },
  };
}
