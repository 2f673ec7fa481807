import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAgent, openModel } from "../../dist/index.js";
import { openBoard } from "../../dist/board/open.js";
import { openStore } from "../../dist/store/store.js";
import { toolStore } from "../../dist/store/tool-store.js";
import { micros, rounds } from "./measure.mjs";
import { weatherTool } from "./workspace.mjs";

export const title = "a turn of 20 calls, each a reply of its own, with the store and without";

const CALLS = 20;

export async function run({ runs }) {
  const root = mkdtempSync(join(tmpdir(), "pegboard-bench-"));
  mkdirSync(join(root, "tools"));
  mkdirSync(join(root, "agents/default"), { recursive: true });
  writeFileSync(join(root, "agents/default/agent.md"), "---\ntitle: D\n---\nYou.\n");
  writeFileSync(join(root, "tools/weather.ts"), weatherTool());
  writeFileSync(join(root, "bench.replay.json"), recording());
  const store = openStore({ root });
  try {
    const board = await openBoard({ root, packageRoot: null });
    const turn = async (options) => {
      const model = await openModel("replay/bench", {}, { board, cwd: root });
      const agent = openAgent({ board, model, ...options });
      // The first turn loads the tool and builds the prompt.
      await play(agent);
      const taken = await micros(() => play(agent));
      await agent.close();
      return taken;
    };
    const kept = {
      store: store.conversations,
      approvals: store.approvals,
      toolStore: toolStore(store),
    };
    const { without, with: stored } = await rounds(runs, {
      without: () => turn({}),
      with: () => turn(kept),
    });
    return [
      { what: "without the store", value: without / 1_000, unit: "ms" },
      { what: "with the store", value: stored / 1_000, unit: "ms" },
      {
        what: "the store, for each message",
        value: (stored - without) / 1_000 / (2 * CALLS + 2),
        unit: "ms",
      },
    ];
  } finally {
    await store.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function play(agent) {
  let reason = null;
  for await (const event of agent.turn("go"))
    if (event.type === "turn_ended") reason = event.reason;
  if (reason !== "answered") throw new Error(`the turn ended: ${reason}`);
}

function recording() {
  return JSON.stringify({
    format: "pegboard.replay/1",
    conversation: [...recordedTurn(1), ...recordedTurn(2)],
  });
}

const recordedTurn = (number) => [
  ...Array.from({ length: CALLS }, (_, call) => ({
    model: {
      calls: [{ id: `c${number}-${call}`, tool: "weather", args: { city: `Town ${call}` } }],
    },
  })),
  { model: "Done." },
];
