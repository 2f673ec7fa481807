import { mustRun, openDispatcher } from "./dispatcher.mjs";
import { eachOf, rounds } from "./measure.mjs";
import { weatherTool } from "./workspace.mjs";

export const title = "one read call through the pipeline, in process";

const TIMES = 5_000;

export async function run({ runs }) {
  const { board, dispatcher, close } = await openDispatcher({ "tools/weather.ts": weatherTool() });
  try {
    const args = { city: "Oslo" };
    let id = 0;
    const throughPipeline = () => mustRun(dispatcher, [{ id: `c${++id}`, name: "weather", args }]);
    const tool = await board.tools.find(({ name }) => name === "weather").load();
    const bare = () => tool.prototype.execute.call(undefined, args, undefined);
    await eachOf(TIMES, throughPipeline);
    const { pipeline, itself } = await rounds(runs, {
      pipeline: () => eachOf(TIMES, throughPipeline),
      itself: () => eachOf(TIMES, bare),
    });
    return [
      { what: "the tool itself", value: itself, unit: "µs" },
      { what: "through the pipeline", value: pipeline, unit: "µs" },
      { what: "the pipeline alone", value: pipeline - itself, unit: "µs", atMost: 20 },
    ];
  } finally {
    await close();
  }
}
