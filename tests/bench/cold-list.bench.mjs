import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { toolFile, workspaceOf } from "./many-tools.mjs";
import { median } from "./measure.mjs";
import { runProcess } from "./run-process.mjs";

export const title =
  "list --json with nothing known, beside importing the same tools with jiti's defaults";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const require = createRequire(import.meta.url);
const COUNTS = [100, 1_000];
const TARGETED = 1_000;

export async function run({ runs }) {
  return COUNTS.flatMap((count) => measure(count, runs));
}

function measure(count, runs) {
  const { root, remove } = workspaceOf(count);
  try {
    // So that jiti, which knows no framework, finds what the tools import. It puts its own cache there too.
    mkdirSync(join(root, "node_modules"));
    symlinkSync(PACKAGE, join(root, "node_modules/pegboard"));
    symlinkSync(dirname(require.resolve("zod/package.json")), join(root, "node_modules/zod"));
    const files = Array.from({ length: count }, (_, at) => `./${toolFile(at)}`);
    writeFileSync(join(root, "jiti.mjs"), importAll(files));
    const all = { pegboard: [], jiti: [] };
    for (let round = 0; round < runs; round++) {
      rmSync(join(root, ".pegboard"), { recursive: true, force: true });
      all.pegboard.push(runProcess([MAIN, "list", "--json"], root).ms);
      rmSync(join(root, "node_modules/.cache"), { recursive: true, force: true });
      all.jiti.push(runProcess(["jiti.mjs"], root).ms);
    }
    const [pegboard, jiti] = [median(all.pegboard), median(all.jiti)];
    const target = count === TARGETED ? { atMost: 0.25 } : {};
    return [
      { what: `${count} tools: importing with jiti`, value: jiti, unit: "ms" },
      { what: `${count} tools: pegboard list`, value: pegboard, unit: "ms" },
      { what: `${count} tools: pegboard / jiti`, value: pegboard / jiti, unit: "×", ...target },
    ];
  } finally {
    remove();
  }
}

function importAll(files) {
  const jiti = pathToFileURL(require.resolve("jiti")).href;
  return `import { createJiti } from ${JSON.stringify(jiti)};
const jiti = createJiti(import.meta.url);
let count = 0;
for (const file of ${JSON.stringify(files)}) {
  const { default: tool } = await jiti.import(file);
  if (typeof tool.prototype.execute === "function") count += 1;
}
if (count !== ${files.length}) throw new Error(count + " tools were imported");
`;
}
