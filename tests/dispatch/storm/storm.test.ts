import { expect, test } from "vitest";
import { runStorm } from "./storm.ts";

/** `npm run storm` makes as many as it is told. */
const BATCHES = 160;

test("whatever tools, hosts and extensions do, each call is answered once and nothing runs that was not allowed", async () => {
  const seed = Number(process.env["STORM_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  console.info(`storm: to see it again, npm run storm -- --batches ${BATCHES} --seed ${seed}`);
  const report = await runStorm({ batches: BATCHES, seed });
  expect({ seed, faults: report.faults.slice(0, 10) }).toEqual({ seed, faults: [] });
  // A storm in which nothing happened would prove nothing.
  expect(Object.entries(report.ends).filter(([, times]) => times === 0)).toEqual([]);
}, 120_000);
