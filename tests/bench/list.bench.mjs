import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { toolFile, workspaceOf } from "./many-tools.mjs";
import { median } from "./measure.mjs";
import { runProcess } from "./run-process.mjs";

export const title = "list --json, of a workspace that is known, and of one of which nothing is";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const COUNTS = [10, 100, 1_000, 5_000];
const TARGETED = 1_000;

/** How old files must be for their times alone to tell whether they were changed. */
const OLD_MS = 3_000;

export async function run({ runs }) {
  const rows = [];
  for (const count of COUNTS) rows.push(...(await measure(count, runs)));
  return rows;
}

async function measure(count, runs) {
  const { root, remove } = workspaceOf(count);
  try {
    await setTimeout(OLD_MS);
    const list = () => runProcess([MAIN, "list", "--json"], root);
    list();
    list();
    writeFileSync(join(root, "bare.mjs"), BARE);
    writeFileSync(join(root, "bare.json"), JSON.stringify(bareData(root, count)));
    const measures = {
      bare: () => runProcess(["bare.mjs"], root),
      known: list,
      // Last, so that what it leaves is known for the next round.
      unknown() {
        rmSync(join(root, ".pegboard"), { recursive: true, force: true });
        const measured = list();
        list();
        return measured;
      },
    };
    const all = { bare: [], known: [], unknown: [] };
    for (let round = 0; round < runs; round++) {
      for (const [name, once] of Object.entries(measures)) all[name].push(once());
    }
    const of = (name, key) => median(all[name].map((measured) => measured[key]));
    const named = (what) => `${count} tools: ${what}`;
    const target = (atMost) => (count === TARGETED ? { atMost } : {});
    return [
      { what: named("bare program"), value: of("bare", "ms"), unit: "ms" },
      { what: named("known"), value: of("known", "ms"), unit: "ms" },
      {
        what: named("known / bare program"),
        value: of("known", "ms") / of("bare", "ms"),
        unit: "×",
        ...target(1.3),
      },
      { what: named("nothing known"), value: of("unknown", "ms"), unit: "ms" },
      { what: named("memory of the bare program"), value: of("bare", "mb"), unit: "MB" },
      { what: named("memory, known"), value: of("known", "mb"), unit: "MB" },
      {
        what: named("memory, known / bare program"),
        value: of("known", "mb") / of("bare", "mb"),
        unit: "×",
        ...target(1.3),
      },
    ];
  } finally {
    remove();
  }
}

/** Reads one JSON file of the size of the list, and stats the same folders and files. */
const BARE = `import { readFileSync, statSync } from "node:fs";
const { paths, tools } = JSON.parse(readFileSync("bare.json", "utf8"));
for (const path of paths) statSync(path);
console.log(tools.length);
`;

function bareData(root, count) {
  const home = { env: { PATH: process.env.PATH, HOME: root }, maxBuffer: 1e9 };
  const { stdout } = spawnSync(process.execPath, [MAIN, "list", "--json", "--root", root], home);
  const { tools } = JSON.parse(stdout);
  const files = Array.from({ length: count }, (_, at) => toolFile(at));
  const folders = files.flatMap((file) => {
    const plugin = file.slice(0, file.indexOf("/tools/"));
    return [plugin, `${plugin}/tools`, `${plugin}/prompts`];
  });
  if (tools.length < count) throw new Error(`${tools.length} tools of ${count} were found`);
  // That it is what it should be, and not for instance kept as text that is never looked at again.
  if (!readFileSync(join(root, ".pegboard/manifest.json")).includes("look_up_0")) {
    throw new Error("nothing is kept");
  }
  return { paths: ["agents/default/agent.md", ...new Set([...folders, ...files])], tools };
}
