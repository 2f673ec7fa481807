import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openStdio } from "./mcp-client.mjs";
import { rounds } from "./measure.mjs";
import { makeWorkspace, weatherTool } from "./workspace.mjs";

export const title = "pegboard mcp over stdio: from start to tools/list answered";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const SDK = pathToFileURL(createRequire(import.meta.url).resolve("@modelcontextprotocol/server"));
const PER_PLUGIN = 5;

export async function run({ runs, peers = [] }) {
  const rows = [];
  for (const count of [100, 1_000]) {
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `plugins/p${Math.floor(at / PER_PLUGIN)}/tools/weather_${at}.ts`,
        weatherTool(),
      ]),
    );
    const { root, remove } = makeWorkspace(files);
    try {
      const start = (args) => () => timeToList(() => openStdio(args, root), count);
      const pegboard = start([MAIN, "mcp", "--root", root]);
      // The first start finds out what the others know.
      const tools = await listOf([MAIN, "mcp", "--root", root], root);
      writeFileSync(join(root, "tools.json"), JSON.stringify(tools));
      writeFileSync(join(root, "bare.mjs"), bareServer(Object.keys(files)));
      writeFileSync(join(root, "sdk.mjs"), sdkServer());
      await pegboard();
      const projects = await projectsOf(peers, count);
      if (peers.length > 0) console.error(`peers: starting ${count} tools`);
      const measured = await rounds(runs, {
        bare: start(["bare.mjs"]),
        sdk: start(["sdk.mjs"]),
        pegboard,
        ...Object.fromEntries(
          projects.map(({ name, stdio }) => [name, () => timeToList(stdio, count)]),
        ),
      });
      rows.push(
        { what: `${count} tools: bare program, without an SDK`, value: measured.bare, unit: "ms" },
        { what: `${count} tools: the SDK's low-level server`, value: measured.sdk, unit: "ms" },
        { what: `${count} tools: pegboard mcp`, value: measured.pegboard, unit: "ms" },
        {
          what: `${count} tools: pegboard / bare program`,
          value: measured.pegboard / measured.bare,
          unit: "×",
          ...(count === 1_000 ? { atMost: 1.5 } : {}),
        },
        ...rowsOf(projects, measured, count),
      );
    } finally {
      remove();
    }
  }
  return rows;
}

async function projectsOf(peers, count) {
  const projects = [];
  for (const { name, label, project } of peers) {
    projects.push({ name, label, ...(await project(count)) });
  }
  return projects;
}

/** What a peer has to build once before it starts is not in the time of its start. */
function rowsOf(projects, measured, count) {
  if (projects.length === 0) return [];
  const fastest = Math.min(...projects.map(({ name }) => measured[name]));
  return [
    ...projects.flatMap(({ name, label, buildMs }) => [
      { what: `${count} tools: ${label}`, value: measured[name], unit: "ms" },
      ...(buildMs === undefined
        ? []
        : [{ what: `${count} tools: ${label}, build (once)`, value: buildMs, unit: "ms" }]),
    ]),
    {
      what: `${count} tools: pegboard / fastest peer`,
      value: measured.pegboard / fastest,
      unit: "×",
      atMost: 1,
    },
  ];
}

async function timeToList(open, count) {
  const started = performance.now();
  const client = await open();
  const { length } = await client.list();
  const time = performance.now() - started;
  await client.stop();
  // Pegboard lists the tools that come with it too.
  if (length < count) throw new Error(`${length} tools are listed, not ${count}.`);
  return time;
}

async function listOf(args, cwd) {
  const client = await openStdio(args, cwd);
  const tools = await client.list();
  await client.stop();
  return tools;
}

/** Reads one file of the list's size, stats the same folders and files, and answers. */
function bareServer(files) {
  return `import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
const tools = JSON.parse(readFileSync("tools.json", "utf8"));
for (const file of ${JSON.stringify(files)}) (statSync(dirname(file)), statSync(file));
const send = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize")
    send(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "bare", version: "1" } });
  if (method === "tools/list") send(id, { tools });
});
`;
}

function sdkServer() {
  const base = new URL(".", SDK).href;
  return `import { readFileSync } from "node:fs";
import { Server } from ${JSON.stringify(`${base}index.mjs`)};
import { StdioServerTransport } from ${JSON.stringify(`${base}stdio.mjs`)};
const tools = JSON.parse(readFileSync("tools.json", "utf8"));
const server = new Server({ name: "sdk", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler("tools/list", () => ({ tools }));
await server.connect(new StdioServerTransport());
`;
}
