// Measures what docs/design.md sets targets for, over the compiled code.
//
//   npm run bench                    all benches
//   npm run bench -- read-call       those whose name contains the word
//   npm run bench -- --runs 15       more rounds than 7
//   npm run bench -- --json          the same as JSON
//   npm run bench -- --peers mcp     beside other frameworks, which npm installs the first time (peers/, about 300 MB)
//
// A bench is a file `<name>.bench.mjs` with a `title` and `run({ runs, peers })`, which gives rows
// `{ what, value, unit, atMost?, atLeast? }`. Medians of at least 7 rounds; what is compared is measured in turn.
import { existsSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";

const FEWEST_RUNS = 7;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
    runs: { type: "string", default: "7" },
  },
});
const runs = Math.max(FEWEST_RUNS, Number(values.runs) || FEWEST_RUNS);

if (!existsSync(new URL("../../dist/index.js", import.meta.url))) {
  console.error("There is no dist/. Run `npm run build` first.");
  process.exit(2);
}

const names = readdirSync(new URL(".", import.meta.url))
  .flatMap((file) => /^(?<name>.+)\.bench\.mjs$/.exec(file)?.groups?.name ?? [])
  .filter((name) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
  .sort();
if (names.length === 0) {
  console.error(`No bench is named like ${positionals.join(", ")}.`);
  process.exit(2);
}

const peers = values.peers
  ? (await import("./peers/open-peers.mjs")).openPeers()
  : { all: [], close() {} };
process.once("exit", peers.close);
// Servers are groups of processes of their own, which only what is done at the exit ends.
process.once("SIGINT", () => process.exit(130));

const benches = [];
for (const name of names) {
  const { title, run } = await import(`./${name}.bench.mjs`);
  const rows = (await run({ runs, peers: peers.all })).map((row) => ({ ...row, ok: isOk(row) }));
  benches.push({ name, title, rows });
  if (!values.json) print(title, rows);
}
if (values.json) {
  console.log(JSON.stringify({ node: process.version, runs, benches }, null, 2));
}
process.exit(benches.every(({ rows }) => rows.every(({ ok }) => ok !== false)) ? 0 : 1);

/** Null where there is no target. */
function isOk({ value, atMost, atLeast }) {
  if (atMost === undefined && atLeast === undefined) return null;
  return value <= (atMost ?? Infinity) && value >= (atLeast ?? -Infinity);
}

function print(title, rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  console.log(`\n${title}`);
  for (const { what, value, unit, atMost, atLeast, ok } of rows) {
    const target =
      atMost === undefined ? (atLeast === undefined ? "" : `≥ ${atLeast}`) : `≤ ${atMost}`;
    const verdict = ok === null ? "" : `   target ${target} ${unit}: ${ok ? "met" : "MISSED"}`;
    console.log(`  ${what.padEnd(width)}  ${value.toFixed(2).padStart(10)} ${unit}${verdict}`);
  }
}
