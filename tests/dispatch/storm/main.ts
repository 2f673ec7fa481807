import { parseArgs } from "node:util";
import { runStorm } from "./storm.ts";

const { values } = parseArgs({
  options: {
    batches: { type: "string", default: "10000" },
    seed: { type: "string" },
    from: { type: "string", default: "0" },
  },
});
const batches = Number(values.batches);
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
const from = Number(values.from);

console.error(`storm: ${batches} batches from ${from}, --seed ${seed}`);
const started = performance.now();
const report = await runStorm({
  batches,
  seed,
  from,
  progress: (done) => {
    if (done % 1_000 < 16) console.error(`storm: ${done} batches`);
  },
});
const took = Math.round((performance.now() - started) / 1000);
console.log(JSON.stringify({ seed, from, ...report, faults: report.faults.length, seconds: took }));
for (const fault of report.faults) console.error(fault);
process.exitCode = report.faults.length === 0 ? 0 : 1;
