import { createHub } from "../../mcp/server/hub.ts";
import { openWorkspaceStore } from "../open-store.ts";
import type { Serving } from "./serve.ts";

/** Makes what serves the board, with what outlives the process. @returns ends both */
export async function openHub(serving: Serving) {
  const { version, secrets, approveWrite, report } = serving;
  const board = await serving.board.open();
  const store = await openWorkspaceStore(board.root, process.env);
  const hub = createHub({
    board,
    version,
    secrets,
    toolStore: store.toolStore,
    approveWrite,
    report,
  });
  serving.board.changed(hub.setBoard);
  return {
    hub,
    async close(): Promise<void> {
      await hub.close();
      await store.close();
    },
  };
}
