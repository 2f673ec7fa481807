import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { Server } from "@modelcontextprotocol/server";
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent, createServer, request } from "node:http";
import { fileURLToPath } from "node:url";
import { rounds } from "./measure.mjs";
import { makeWorkspace, weatherTool } from "./workspace.mjs";

export const title =
  "tools/call of pegboard mcp, against the SDK's low-level server with a session";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const CALLS = 200;

export async function run({ runs }) {
  const rows = [];
  for (const count of [10, 100, 1_000]) {
    const files = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`tools/weather_${at}.ts`, weatherTool()]),
    );
    const { root, remove } = makeWorkspace(files);
    const overHttp = await startPegboard(root);
    const sdk = await startSdk();
    const stdio = await startStdio(root);
    try {
      for (const atOnce of [1, 16]) {
        const of = (call) => () => perSecond(call, atOnce);
        const measured = await rounds(runs, {
          stdio: of(stdio.call),
          http: of(overHttp.call),
          sdk: of(sdk.call),
        });
        const what = `${count} tools, ${atOnce} at once`;
        rows.push(
          { what: `${what}: over stdio`, value: measured.stdio, unit: "calls/s" },
          { what: `${what}: over HTTP`, value: measured.http, unit: "calls/s" },
          { what: `${what}: the SDK's over HTTP`, value: measured.sdk, unit: "calls/s" },
          {
            what: `${what}: over HTTP / the SDK's`,
            value: measured.http / measured.sdk,
            unit: "×",
            ...(count === 100 && atOnce === 16 ? { atLeast: 1 } : {}),
          },
        );
      }
    } finally {
      for (const each of [stdio, overHttp, sdk]) await each.stop();
      remove();
    }
  }
  return rows;
}

async function perSecond(call, atOnce) {
  let left = CALLS;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await call();
    }),
  );
  return (CALLS / (performance.now() - started)) * 1_000;
}

const CALL = { method: "tools/call", params: { name: "weather_0", arguments: { city: "Oslo" } } };
const OPENING = {
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  },
};

/** A client that does as little as it can, so that the server is what is measured. */
async function connected(url, stop) {
  const agent = new Agent({ keepAlive: true });
  let session;
  let ids = 0;
  const post = (message) =>
    new Promise((resolve, reject) => {
      const sent = request(url, {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(session ? { "mcp-session-id": session } : {}),
        },
      });
      sent.once("error", reject);
      sent.once("response", (response) => {
        session ??= response.headers["mcp-session-id"];
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        response.once("end", () => resolve(text));
      });
      sent.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
    });
  await post({ id: ++ids, ...OPENING });
  await post({ method: "notifications/initialized" });
  return {
    async call() {
      const text = await post({ id: ++ids, ...CALL });
      if (!text.includes("4 °C in Oslo")) throw new Error(text);
    },
    async stop() {
      agent.destroy();
      await stop();
    },
  };
}

async function startPegboard(root) {
  const args = [MAIN, "mcp", "--http", "--port", "0", "--root", root];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve) => {
    let text = "";
    child.stderr.on("data", (chunk) => {
      text += chunk;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
  });
  return connected(url, () => (child.kill("SIGTERM"), ended));
}

/** In a process of its own, as Pegboard is. */
async function startSdk() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: { ...process.env, BENCH_SDK_SERVER: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = await new Promise((resolve) =>
    child.stdout.once("data", (chunk) => resolve(String(chunk).trim())),
  );
  return connected(url, () => (child.kill("SIGTERM"), ended));
}

async function startStdio(root) {
  const child = spawn(process.execPath, [MAIN, "mcp", "--root", root], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const open = new Map();
  let text = "";
  let ids = 0;
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const { id } = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      open.get(id)?.();
      open.delete(id);
    }
  });
  const send = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (message) =>
    new Promise((resolve) => {
      open.set(++ids, resolve);
      send({ id: ids, ...message });
    });
  await ask(OPENING);
  send({ method: "notifications/initialized" });
  return { call: () => ask(CALL), stop: () => (child.stdin.end(), ended) };
}

if (process.env.BENCH_SDK_SERVER === "1") {
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
  http.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${http.address().port}/mcp`));
}
