import { mustRun, openDispatcher } from "./dispatcher.mjs";
import { micros, rounds } from "./measure.mjs";
import { weatherTool } from "./workspace.mjs";

export const title = "1,000 calls in one batch";

const CALLS = 1_000;

export async function run({ runs }) {
  const { dispatcher, close } = await openDispatcher({ "tools/weather.ts": weatherTool() });
  try {
    let id = 0;
    const calls = () =>
      Array.from({ length: CALLS }, (_, i) => ({
        id: `c${++id}`,
        name: "weather",
        args: { city: `City ${i}` },
      }));
    const batch = () => micros(() => mustRun(dispatcher, calls()));
    const oneByOne = () =>
      micros(async () => {
        for (const call of calls()) await mustRun(dispatcher, [call]);
      });
    const measures = { batch, oneByOne };
    await rounds(3, measures);
    const median = await rounds(runs, measures);
    return [
      { what: "in one batch", value: median.batch / 1_000, unit: "ms" },
      { what: "a call of the batch", value: median.batch / CALLS, unit: "µs" },
      { what: "a call of as many batches of one", value: median.oneByOne / CALLS, unit: "µs" },
    ];
  } finally {
    await close();
  }
}
