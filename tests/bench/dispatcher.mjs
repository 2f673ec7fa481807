import { openBoard } from "../../dist/board/open.js";
import { createDispatcher } from "../../dist/dispatch/dispatcher.js";
import { createRegistry } from "../../dist/registry/create.js";
import { makeWorkspace } from "./workspace.mjs";

/** A dispatcher over a workspace of these files, and the board behind it. */
export async function openDispatcher(files) {
  const workspace = makeWorkspace(files);
  const board = await openBoard({ root: workspace.root, packageRoot: null });
  const dispatcher = createDispatcher({ board, registry: createRegistry(board) });
  return {
    board,
    dispatcher,
    async close() {
      await dispatcher.close();
      workspace.remove();
    },
  };
}

/** Gives the results, or throws where one is not ok: a bench of failures measures nothing. */
export async function mustRun(dispatcher, calls) {
  const results = await dispatcher.run(calls);
  const bad = results.find((result) => result.status !== "ok");
  if (bad !== undefined) throw new Error(`${bad.tool}: ${bad.status}: ${bad.message}`);
  return results;
}
