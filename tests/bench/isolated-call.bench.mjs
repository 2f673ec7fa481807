import { Worker } from "node:worker_threads";
import { Tool } from "../../dist/contract/index.js";
import { createIsolation } from "../../dist/dispatch/isolate/isolation.js";
import { mustRun, openDispatcher } from "./dispatcher.mjs";
import { eachOf, rounds } from "./measure.mjs";
import { makeWorkspace, weatherTool } from "./workspace.mjs";

export const title = "one call through isolation";

const TIMES = 3_000;

const ECHO = `const { parentPort } = require("node:worker_threads");
parentPort.on("message", ({ id, city }) => parentPort.postMessage({ id, text: "4 °C in " + city }));`;

export async function run({ runs }) {
  const bare = bareWorker();
  const isolated = isolatedTool();
  const piped = await openDispatcher({ "tools/weather.ts": weatherTool("isolate: true,") });
  try {
    let id = 0;
    const call = () =>
      mustRun(piped.dispatcher, [{ id: `c${++id}`, name: "weather", args: { city: "Oslo" } }]);
    const measures = {
      bare: () => eachOf(TIMES, bare.call),
      isolation: () => eachOf(TIMES, isolated.call),
      pipeline: () => eachOf(TIMES, call),
    };
    await rounds(2, measures);
    const { bare: floor, isolation, pipeline } = await rounds(runs, measures);
    return [
      { what: "a bare worker round trip", value: floor, unit: "µs" },
      { what: "through isolation", value: isolation, unit: "µs" },
      { what: "isolation / bare", value: isolation / floor, unit: "×", atMost: 2 },
      { what: "through pipeline and isolation", value: pipeline, unit: "µs" },
    ];
  } finally {
    await Promise.all([bare.close(), isolated.close(), piped.close()]);
  }
}

function bareWorker() {
  const worker = new Worker(ECHO, { eval: true });
  const waiting = new Map();
  worker.on("message", ({ id, text }) => {
    waiting.get(id)(text);
    waiting.delete(id);
  });
  let id = 0;
  return {
    call: () =>
      new Promise((resolve) => {
        waiting.set(++id, resolve);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
        worker.postMessage({ id, city: "Oslo" });
      }),
    close: () => worker.terminate(),
  };
}

/** The runner as the pipeline uses it, without the pipeline. */
function isolatedTool() {
  const workspace = makeWorkspace({ "tools/weather.ts": weatherTool() });
  const isolation = createIsolation({ workspace: workspace.root });
  const file = `${workspace.root}/tools/weather.ts`;
  const entry = {
    file,
    name: "weather",
    id: "local:weather",
    plugin: null,
    fingerprint: "1",
    sources: () => new Map(),
  };
  const turn = { id: "t1", profile: "default", session: "s1" };
  const loop_data = { round: 1, memo: new Map() };
  class Weather extends Tool {}
  return {
    async call() {
      const args = { city: "Oslo" };
      const context = {
        turn,
        model: null,
        signal: new AbortController().signal,
        agent: { deref: () => undefined },
        call: { id: "c1", name: "weather", method: null },
      };
      const job = { entry, tool: Weather, method: null, args, message: "", loop_data, context };
      const running = isolation.run(job);
      const response = await running.execute(args);
      running.release();
      return response;
    },
    async close() {
      await isolation.close();
      workspace.remove();
    },
  };
}
