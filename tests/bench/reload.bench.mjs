import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { watchBoard } from "../../dist/board/watch/watch-board.js";
import { toolFile, toolSource, workspaceOf } from "./many-tools.mjs";
import { median } from "./measure.mjs";

export const title = "from a save to the new tool, callable";

const COUNTS = [10, 100, 1_000, 5_000];
const TARGETED = 1_000;

/** Time for everything about one save to be over. */
const PAUSE_MS = 500;

export async function run({ runs }) {
  const rows = [];
  for (const count of COUNTS) rows.push(...(await measure(count, runs)));
  return rows;
}

async function measure(count, runs) {
  const { root, remove } = workspaceOf(count);
  const watched = await watchBoard({ root });
  try {
    // Until all is watched, and what was found out is saved.
    await setTimeout(4_000 + count);
    const file = join(root, toolFile(7));
    const times = { inPlace: [], byRename: [] };
    for (let round = 0; round < runs; round++) {
      times.inPlace.push(
        await timeTo(watched, `In place ${round}.`, (text) => writeFileSync(file, text)),
      );
      times.byRename.push(
        await timeTo(watched, `By rename ${round}.`, (text) => {
          writeFileSync(`${file}.tmp`, text);
          renameSync(`${file}.tmp`, file);
        }),
      );
    }
    const target = count === TARGETED ? { atMost: 50 } : {};
    return [
      {
        what: `${count} tools: saved in place`,
        value: median(times.inPlace),
        unit: "ms",
        ...target,
      },
      {
        what: `${count} tools: saved by rename`,
        value: median(times.byRename),
        unit: "ms",
        ...target,
      },
    ];
  } finally {
    await watched.close();
    remove();
  }
}

async function timeTo(watched, description, save) {
  const text = toolSource(7, description);
  const started = performance.now();
  const loaded = new Promise((resolve, reject) => {
    const end = watched.listen({
      changed({ board }) {
        const entry = board.tools.find(({ name }) => name === "look_up_7");
        if (entry?.description?.description !== description) return;
        end();
        entry.load().then(() => resolve(performance.now() - started), reject);
      },
    });
  });
  save(text);
  const time = await loaded;
  await setTimeout(PAUSE_MS);
  return time;
}
