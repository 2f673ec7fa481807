import type { Board } from "../../board/board.ts";
import { createHub } from "../../mcp/server/hub.ts";
import type { Hub } from "../../mcp/server/hub.ts";
import { openWorkspaceStore } from "../open-store.ts";
import type { Serving } from "./serve.ts";

/** Makes what serves the board, with what outlives the process. @returns ends both */
export async function openHub(serving: Serving) {
  const { version, secrets, approveWrite, report } = serving;
  let newest: Board | null = null;
  let hub: Hub | null = null;
  // Before anything is waited for: no board that comes meanwhile may be missed.
  serving.board.changed((board) => {
    newest = board;
    hub?.setBoard(board);
  });
  const first = await serving.board.open();
  const store = await openWorkspaceStore(first.root, process.env);
  const made = createHub({
    board: newest ?? first,
    version,
    secrets,
    toolStore: store.toolStore,
    approveWrite,
    report,
  });
  hub = made;
  return {
    hub: made,
    async close(): Promise<void> {
      await made.close();
      await store.close();
    },
  };
}
