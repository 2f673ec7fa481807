import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rounds } from "./measure.mjs";
import { connectHttp, freePort, startHttp } from "./mcp-client.mjs";
import { makeWorkspace, weatherTool } from "./workspace.mjs";

export const title = "from a save to the new description in tools/list over HTTP";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const COUNT = 100;

/** Between two questions for the list, which so much is added to what is measured. */
const PAUSE_MS = 5;

/** Time for everything about one save to be over. */
const SETTLED_MS = 1_000;
const LONGEST_MS = 30_000;

export async function run({ runs, peers = [] }) {
  const servers = [await startPegboard()];
  try {
    for (const { label, dev } of peers) {
      // mcp-framework and the SDK have no mode that starts a server again after a save.
      if (dev === undefined) continue;
      const { port, save, start } = await dev.project(COUNT);
      const { stop } = await start();
      servers.push({ what: `${label} (${dev.label})`, port, save, stop });
    }
    await setTimeout(SETTLED_MS + 4_000);
    const measured = await rounds(
      runs,
      Object.fromEntries(servers.map((server) => [server.what, () => timeToListed(server)])),
    );
    return servers.map(({ what }) => ({
      what: `${COUNT} tools: ${what}`,
      value: measured[what],
      unit: "ms",
    }));
  } finally {
    for (const { stop } of servers) await stop();
  }
}

async function startPegboard() {
  const file = (at) => `tools/weather_${at}.ts`;
  const { root, remove } = makeWorkspace(
    Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [file(at), weatherTool()])),
  );
  const port = await freePort();
  const args = [MAIN, "mcp", "--http", "--port", String(port), "--root", root];
  const { stop } = await startHttp(args, { cwd: root, port });
  return {
    what: "pegboard mcp --http",
    port,
    save: (description) =>
      writeFileSync(
        join(root, file(0)),
        weatherTool().replace("Current weather for a city.", description),
      ),
    stop: () => stop().then(remove),
  };
}

let saves = 0;

async function timeToListed({ what, port, save }) {
  const description = `Weather, as of save ${saves++}.`;
  const started = performance.now();
  save(description);
  let client;
  for (;;) {
    if (performance.now() - started > LONGEST_MS) {
      throw new Error(`${what} does not list what was saved ${LONGEST_MS} ms ago.`);
    }
    try {
      client ??= await connectHttp(port);
      const tools = await client.list();
      if (tools.some((tool) => tool.description === description)) break;
    } catch {
      // The server is being started again.
      client?.stop();
      client = undefined;
    }
    await setTimeout(PAUSE_MS);
  }
  const time = performance.now() - started;
  client.stop();
  await setTimeout(SETTLED_MS);
  return time;
}
