import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { Server } from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { freePort, openHttp, openStdio } from "./mcp-client.mjs";
import { rounds } from "./measure.mjs";
import { makeWorkspace, weatherTool } from "./workspace.mjs";

export const title =
  "tools/call of pegboard mcp, against the SDK's low-level server with a session";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const HERE = fileURLToPath(import.meta.url);
const CALLS = 200;

/** After so long no further call begins: some servers answer 9 a second. */
const LONGEST_MS = 1_000;

export async function run({ runs, peers = [] }) {
  const rows = [];
  for (const count of [10, 100, 1_000]) {
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`tools/weather_${at}.ts`, weatherTool()]),
    );
    const { root, remove } = makeWorkspace(files);
    const clients = {};
    try {
      const port = await freePort();
      const overHttp = [MAIN, "mcp", "--http", "--port", String(port), "--root", root];
      clients.stdio = await openStdio([MAIN, "mcp", "--root", root], root);
      clients.http = await openHttp(overHttp, { cwd: root, port });
      clients.sdk = await openHttp([HERE, "serve"], { cwd: root, port: await freePort() });
      for (const { name, project } of peers) {
        const { stdio, http } = await project(count);
        clients[`${name} stdio`] = await stdio();
        clients[`${name} http`] = await http();
      }
      for (const atOnce of [1, 16]) {
        if (peers.length > 0) console.error(`peers: calling ${count} tools, ${atOnce} at once`);
        const measures = Object.entries(clients).map(([name, client]) => [
          name,
          () => perSecond(client, atOnce),
        ]);
        const measured = await rounds(runs, Object.fromEntries(measures));
        rows.push(...rowsOf({ measured, peers, count, atOnce }));
      }
    } finally {
      for (const each of Object.values(clients)) await each.stop();
      remove();
    }
  }
  return rows;
}

function rowsOf({ measured, peers, count, atOnce }) {
  const what = `${count} tools, ${atOnce} at once`;
  const targeted = count === 100 && atOnce === 16;
  return [
    { what: `${what}: over stdio`, value: measured.stdio, unit: "calls/s" },
    { what: `${what}: over HTTP`, value: measured.http, unit: "calls/s" },
    { what: `${what}: the SDK's over HTTP`, value: measured.sdk, unit: "calls/s" },
    {
      what: `${what}: over HTTP / the SDK's`,
      value: measured.http / measured.sdk,
      unit: "×",
      ...(targeted ? { atLeast: 1 } : {}),
    },
    ...peers.flatMap(({ name, label }) => [
      { what: `${what}: ${label} over stdio`, value: measured[`${name} stdio`], unit: "calls/s" },
      { what: `${what}: ${label} over HTTP`, value: measured[`${name} http`], unit: "calls/s" },
      {
        what: `${what}: over HTTP / ${name}`,
        value: measured.http / measured[`${name} http`],
        unit: "×",
        ...(targeted && name === "xmcp" ? { atLeast: 5 } : {}),
      },
    ]),
  ];
}

async function perSecond({ call, renew }, atOnce) {
  renew();
  // What opens the connections is not measured.
  await Promise.all(Array.from({ length: atOnce }, call));
  let left = CALLS;
  let answered = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0 && performance.now() - started < LONGEST_MS) {
        await call();
        answered++;
      }
    }),
  );
  return (answered / (performance.now() - started)) * 1_000;
}

// In a process of its own, as Pegboard is.
if (process.argv[1] === HERE && process.argv[2] === "serve") {
  const transports = new Map();
  const http = createServer(async (incoming, response) => {
    const known = transports.get(incoming.headers["mcp-session-id"]);
    if (known) return known.handleRequest(incoming, response);
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void transports.set(id, transport),
    });
    const server = new Server({ name: "sdk", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/call", ({ params }) => ({
      content: [{ type: "text", text: `4 °C in ${params.arguments.city}` }],
    }));
    await server.connect(transport);
    await transport.handleRequest(incoming, response);
  });
  http.listen(Number(process.env.PORT), "127.0.0.1");
}
