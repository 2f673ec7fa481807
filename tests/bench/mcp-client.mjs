// Clients that do as little as they can, so that the server is what is measured. What they call is `weather_0`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";

const LONGEST_START_MS = 120_000;
const OPENING = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};
const CALL = { name: "weather_0", arguments: { city: "Oslo" } };

/**
 * Starts a server and opens a conversation over stdio.
 *
 * @param args - of node: a script and what it is given
 * @param cwd - absolute path
 */
export async function openStdio(args, cwd) {
  const child = spawn(process.execPath, args, { cwd, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map();
  const ended = once(child, "exit");
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(`${args.join(" ")} ended with ${code} before it answered.`));
    }
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (!line.startsWith("{")) continue;
      const message = JSON.parse(line);
      // What a server asks has ids of its own.
      if (message.method !== undefined) continue;
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const client = clientOf({
    ask: (message) =>
      new Promise((resolve, reject) => {
        waiting.set(message.id, { resolve, reject });
        send(message);
      }),
    notify: send,
    renew() {},
    stop: () => (child.stdin.end(), ended),
  });
  await client.open();
  return client;
}

/**
 * Starts a server that listens on a port, and opens a conversation over HTTP.
 *
 * @param args - of node: a script and what it is given
 * @param how - `cwd`, absolute; `port`, which the server is told as `PORT` too
 */
export async function openHttp(args, { cwd, port }) {
  const server = await startHttp(args, { cwd, port });
  const client = await connectHttp(port);
  return { ...client, stop: () => Promise.all([client.stop(), server.stop()]) };
}

/**
 * Starts a server and waits until it listens. It and all it has started are killed by `stop`.
 *
 * @param args - of node: a script and what it is given
 * @param how - `cwd`, absolute; `port`, which the server is told as `PORT` too
 * @throws where it ends before it listens, with what it said
 */
export async function startHttp(args, { cwd, port }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => (said = (said + chunk).slice(-2_000)));
  }
  const ended = once(child, "exit");
  const kill = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // All of it has ended.
    }
  };
  process.once("exit", kill);
  const stop = async () => {
    kill();
    process.off("exit", kill);
    await ended;
  };
  const patience = AbortSignal.timeout(LONGEST_START_MS);
  while (!(await listens(port))) {
    if (child.exitCode !== null || child.signalCode !== null || patience.aborted) {
      await stop();
      throw new Error(`${args.join(" ")} does not listen on ${port}:\n${said}`);
    }
    await setTimeout(20);
  }
  return { stop };
}

/** Opens a conversation with a server that listens on that port. */
export async function connectHttp(port) {
  let agent = new Agent({ keepAlive: true });
  let session;
  const post = (message) =>
    new Promise((resolve, reject) => {
      const sent = request(`http://127.0.0.1:${port}/mcp`, {
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
        response.once("error", reject);
        response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        response.once("end", () => resolve(text));
      });
      sent.end(JSON.stringify(message));
    });
  const client = clientOf({
    ask: async (message) => answerIn(await post(message)),
    notify: post,
    renew() {
      agent.destroy();
      agent = new Agent({ keepAlive: true });
    },
    stop: () => agent.destroy(),
  });
  await client.open();
  return client;
}

/** A port that nothing listens on now. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function clientOf({ ask, notify, renew, stop }) {
  let ids = 0;
  const resultOf = async (method, params) => {
    const message = await ask({ jsonrpc: "2.0", id: ++ids, method, params });
    if (!message.result) throw new Error(`${method} was answered by ${JSON.stringify(message)}`);
    return message.result;
  };
  return {
    async open() {
      await resultOf("initialize", OPENING);
      await notify({ jsonrpc: "2.0", method: "notifications/initialized" });
    },
    /** All pages of it. */
    async list() {
      const tools = [];
      let cursor;
      do {
        const page = await resultOf("tools/list", cursor === undefined ? undefined : { cursor });
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    async call() {
      const { content } = await resultOf("tools/call", CALL);
      if (!content[0].text.includes("4 °C in Oslo")) throw new Error(JSON.stringify(content));
    },
    /** Goes on over new connections: the server ends an idle one after a while, which may be just when it is used again. */
    renew,
    stop,
  };
}

/** Of a body that is the message, or a stream of events that ends with it. */
function answerIn(text) {
  if (text.startsWith("{")) return JSON.parse(text);
  const at = text.lastIndexOf("data: {");
  if (at < 0) throw new Error(`There is no answer in ${JSON.stringify(text)}`);
  return JSON.parse(text.slice(at + "data: ".length, text.indexOf("\n", at)));
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
