import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { once } from "node:events";
import { request } from "node:http";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { serveOverHttp } from "../../core/mcp/server/http/serve.ts";
import type { HttpOptions } from "../../core/mcp/server/http/serve.ts";
import { TOOLS, openHub, textOf, toolSource } from "./harness.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
};
const LIST = { jsonrpc: "2.0", id: 2, method: "tools/list", params: {} };

async function serve(
  options: Partial<HttpOptions> = {},
  files: Readonly<Record<string, string>> = TOOLS,
) {
  const { hub, root } = await openHub(files);
  const serving = await serveOverHttp(hub, {
    host: "127.0.0.1",
    port: 0,
    token: null,
    report: () => {},
    ...options,
  });
  onTestFinished(() => serving.close());
  return { ...serving, port: Number(new URL(serving.url).port), hub, root };
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const sent = request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });
  // The server may close before it has read all that is sent.
  sent.on("error", () => {});
  sent.end(typeof body === "string" ? body : JSON.stringify(body));
  const [response]: [IncomingMessage] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, headers: response.headers, text };
}

async function connected(url: string, modern = false): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: modern ? "auto" : "legacy" } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

describe("who is let in", () => {
  test.each([
    ["a name of somebody else", { host: "evil.example:80" }, 403],
    ["a page of somebody else", { origin: "https://evil.example" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
    ["a page of this machine", { origin: "http://localhost:5173" }, 200],
    ["no page", {}, 200],
  ])("%s", async (_what, headers, status) => {
    const { url } = await serve();
    expect((await post(url, INITIALIZE, headers)).status).toBe(status);
  });

  test.each([
    ["no token", {}, 401],
    ["another token", { authorization: "Bearer wrong" }, 401],
    ["another scheme", { authorization: "Basic secret" }, 401],
    ["the token", { authorization: "Bearer secret" }, 200],
  ])("with a token demanded: %s", async (_what, headers, status) => {
    const { url } = await serve({ token: "secret" });
    expect((await post(url, INITIALIZE, headers)).status).toBe(status);
  });

  test("the token is asked for before anything of the request is read", async () => {
    const { url } = await serve({ token: "secret" });
    expect((await post(url, "{ no json")).status).toBe(401);
  });
});

describe("sessions", () => {
  test("a session that is unknown, or begun with another token, is not there", async () => {
    const { url } = await serve();
    const opened = await post(url, INITIALIZE, { authorization: "Bearer mine" });
    const id = String(opened.headers["mcp-session-id"]);
    const mine = { "mcp-session-id": id, authorization: "Bearer mine" };
    expect((await post(url, LIST, mine)).status).toBe(200);
    expect((await post(url, LIST, { "mcp-session-id": id })).status).toBe(404);
    expect((await post(url, LIST, { ...mine, "mcp-session-id": "made-up" })).status).toBe(404);
    expect((await post(url, LIST)).status).toBe(400);
  });

  test("an idle session makes room, one that is in use does not", async () => {
    const { url } = await serve({ limits: { most: 2, idle: 60_000 } });
    const ids = [];
    for (let each = 0; each < 3; each += 1) {
      ids.push(String((await post(url, INITIALIZE)).headers["mcp-session-id"]));
      await setTimeout(20);
    }
    const statuses = [];
    for (const id of ids) statuses.push((await post(url, LIST, { "mcp-session-id": id })).status);
    expect(statuses).toEqual([404, 200, 200]);
  });

  test("a client that leaves while several of its requests wait is forgotten in time", async () => {
    const { url, port } = await serve({ limits: { most: 1, idle: 200 } });
    const { session, send } = await openSession(url);
    const socket = connect(port, "127.0.0.1");
    const requests = [call("steps"), { ...call("echo"), id: 3 }, { ...call("steps"), id: 4 }];
    socket.write(requests.map((body) => asSent(body, session)).join(""));
    await setTimeout(50);
    socket.destroy();
    await setTimeout(1_000);
    expect((await send(LIST)).status).toBe(404);
  });

  test("a client that says that it leaves is forgotten", async () => {
    const { url } = await serve();
    const client = await connected(url);
    const { transport } = client;
    expect(transport).toBeInstanceOf(StreamableHTTPClientTransport);
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    const after = await post(url, LIST, { "mcp-session-id": transport?.sessionId ?? "gone" });
    expect(after.status).toBe(404);
  });
});

/** Opens a session, and makes one call in it. */
async function callOnce(url: string, params: object, headers: Record<string, string> = {}) {
  const { session } = await openSession(url);
  const asked = { ...LIST, method: "tools/call", params };
  const answer = await post(url, asked, { ...session, ...headers });
  return { session: session["mcp-session-id"], ...answer };
}

async function openSession(url: string) {
  const opened = await post(url, INITIALIZE);
  const session = { "mcp-session-id": String(opened.headers["mcp-session-id"]) };
  return { session, send: (body: object) => post(url, body, session) };
}

function call(name: string, text?: string): object {
  return { ...LIST, method: "tools/call", params: { name, arguments: { text } } };
}

function taken(requestId: number): object {
  return { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } };
}

/** A request as it goes over the wire. */
function asSent(body: object, headers: Record<string, string>): string {
  const text = JSON.stringify(body);
  const head = {
    host: "127.0.0.1",
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "content-length": `${Buffer.byteLength(text)}`,
    ...headers,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return ["POST /mcp HTTP/1.1", ...lines, "", text].join("\r\n");
}

describe("the answer to a request", () => {
  test("that comes soon is JSON", async () => {
    const { url } = await serve();
    const answer = await callOnce(url, { name: "echo", arguments: { text: "höre" } });
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["mcp-session-id"]).toBe(answer.session);
    expect(JSON.parse(answer.text)).toMatchObject({
      id: 2,
      result: { content: [{ type: "text", text: "you said höre" }] },
    });
  });

  test("is the last event of a stream where something is told before", async () => {
    const { url } = await serve();
    const params = { name: "steps", arguments: {}, _meta: { progressToken: "t" } };
    const { headers, text } = await callOnce(url, params);
    expect(headers["content-type"]).toBe("text/event-stream");
    const events = text.split("\n\n").filter((event) => event !== "");
    const told = events.map((event) => JSON.parse(event.replace("event: message\ndata: ", "")));
    expect(told).toMatchObject([
      { method: "notifications/progress", params: { message: "one" } },
      { method: "notifications/progress", params: { message: "two" } },
      { id: 2, result: { content: [{ text: "done" }] } },
    ]);
  });

  test("that takes its time begins nevertheless", async () => {
    const { url } = await serve();
    const { session, send } = await openSession(url);
    const begun = send(call("slow"));
    await setTimeout(1_000);
    await post(url, taken(2), session);
    const { status, headers, text } = await begun;
    expect({ status, type: headers["content-type"], text }).toEqual({
      status: 200,
      type: "text/event-stream",
      text: "",
    });
  });

  test("of a request that is taken back never comes, and nothing stays open for it", async () => {
    const { url } = await serve();
    const { session, send } = await openSession(url);
    const begun = send(call("slow"));
    await setTimeout(50);
    await post(url, taken(2), session);
    expect(await begun).toMatchObject({ status: 200, text: "" });
    expect((await send(call("echo", "again"))).text).toContain("you said again");
  });

  test.each(["the server is closed", "the client says that it leaves"])(
    "is that it was cancelled when %s",
    async (how) => {
      const { url, close } = await serve();
      const { session, send } = await openSession(url);
      const early = send(call("slow"));
      await setTimeout(500);
      const late = send({ ...call("slow"), id: 3 });
      await setTimeout(50);
      if (how === "the server is closed") await close();
      else await fetch(url, { method: "DELETE", headers: session });
      for (const { text } of await Promise.all([early, late])) {
        expect(text).toContain('"pegboard/status":"cancelled"');
      }
      expect((await early).text).toContain('"id":2');
      expect((await late).text).toContain('"id":3');
    },
  );

  test.each<[string, object, Record<string, string>, number]>([
    ["an unknown revision", {}, { "mcp-protocol-version": "1999-01-01" }, 400],
    ["only one form wanted", {}, { accept: "application/json" }, 406],
    ["no request", { id: {} }, {}, 400],
    ["an unknown method", { method: "tools/none" }, {}, 200],
    ["parameters that are none", { params: 5 }, {}, 400],
  ])("%s is answered as the SDK does", async (_what, change, headers, status) => {
    const { url } = await serve();
    const opened = await post(url, INITIALIZE);
    const session = { "mcp-session-id": String(opened.headers["mcp-session-id"]) };
    const answer = await post(url, { ...LIST, ...change }, { ...session, ...headers });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(`"error"`);
  });

  test("is never another's: an id is taken for as long as its request is under way", async () => {
    const { url } = await serve();
    const { session, send } = await openSession(url);
    const first = send(call("slow"));
    await setTimeout(50);
    const refused = await send(call("echo", "second"));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('"code":-32600');
    await post(url, taken(2), session);
    expect((await first).text).toBe("");
    expect((await send(call("echo", "third"))).text).toContain("you said third");
  });

  test("is not given to another request when the client has left", async () => {
    const { url, port } = await serve();
    const { session, send } = await openSession(url);
    const socket = connect(port, "127.0.0.1");
    socket.write(asSent(call("slow"), session));
    await setTimeout(100);
    socket.destroy();
    await setTimeout(50);
    expect((await send(call("echo", "second"))).status).toBe(400);
    await post(url, taken(2), session);
    expect((await send(call("echo", "third"))).text).toContain("you said third");
  });
});

describe("what is sent", () => {
  test("and is wrong is told to the person in a line", async () => {
    const reports: string[] = [];
    const report = (message: string): void => void reports.push(message);
    const { hub } = await openHub(TOOLS, { report });
    const serving = await serveOverHttp(hub, { host: "127.0.0.1", port: 0, token: null, report });
    onTestFinished(() => serving.close());
    const { send } = await openSession(serving.url);
    expect((await send({ id: 1 })).status).toBe(400);
    expect(reports.length).toBeGreaterThan(0);
    for (const told of reports) expect(told).toMatch(/^.{1,310}$/);
  });

  test.each([
    ["no JSON", "{ no json", {}, 400],
    ["another type", "{}", { "content-type": "text/plain" }, 415],
    ["too much", "x".repeat(17 * 1024 * 1024), {}, 413],
  ])("%s", async (_what, body, headers, status) => {
    const { url } = await serve();
    const answer = await post(url, body, headers).catch(() => null);
    // Who sends too much may be cut off before the answer is read.
    expect([status, status === 413 ? undefined : status]).toContain(answer?.status);
  });

  test("another path and another method", async () => {
    const { url } = await serve();
    expect((await post(url.replace("/mcp", "/other"), LIST)).status).toBe(404);
    expect((await fetch(url, { method: "PUT" })).status).toBe(405);
  });

  test("a path that is none", async () => {
    const reports: string[] = [];
    const { port } = await serve({ report: (message) => reports.push(message) });
    const sent = request({ port, path: "//", method: "POST" }).end();
    const [response]: [IncomingMessage] = (await once(sent, "response")) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(404);
    expect(reports).toEqual([]);
  });
});

describe.each([
  ["2025-11-25", false],
  ["2026-07-28", true],
])("a client of %s", (revision, modern) => {
  test("lists, calls, and sees progress and errors", async () => {
    const { url } = await serve();
    const client = await connected(url, modern);
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("echo");
    const seen: unknown[] = [];
    await client.callTool(
      { name: "steps", arguments: {} },
      { onprogress: ({ message }) => seen.push(message) },
    );
    expect(seen).toEqual(["one", "two"]);
    const failed = await client.callTool({ name: "fails", arguments: {} });
    expect(failed.isError).toBe(true);
  });

  test("is told what came of a call when the server is closed", async () => {
    const { url, close } = await serve();
    const client = await connected(url, modern);
    const called = client.callTool({ name: "slow", arguments: {} });
    await setTimeout(300);
    await close();
    expect((await called)._meta).toMatchObject({ "pegboard/status": "cancelled" });
  });

  test("sees a tool that was saved while it is connected", async () => {
    const { url, hub, root } = await serve();
    const client = await connected(url, modern);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("fresh");
    const { writeFileSync } = await import("node:fs");
    writeFileSync(`${root}/tools/fresh.ts`, toolSource('return "fresh";'));
    hub.setBoard(await openBoard({ root, packageRoot: null }));
    expect(textOf(await client.callTool({ name: "fresh", arguments: {} }))).toBe("fresh");
  });
});

test("200 clients at once each get their own answers", { timeout: 120_000 }, async () => {
  const { url } = await serve();
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_each, index) => {
      const opened = await post(url, INITIALIZE);
      const headers = { "mcp-session-id": String(opened.headers["mcp-session-id"]) };
      const params = { name: "echo", arguments: { text: `client ${index}` } };
      const { text } = await post(url, { ...LIST, method: "tools/call", params }, headers);
      return text;
    }),
  );
  for (const [index, text] of answers.entries())
    expect(text).toContain(`you said client ${index}"`);
});

test(
  "a client that reads slowly, or not at all, holds up nobody",
  { timeout: 60_000 },
  async () => {
    const { url } = await serve();
    const { hostname, port } = new URL(url);
    const opened = await post(url, INITIALIZE);
    const params = { name: "echo", arguments: { text: "x".repeat(2_000_000) } };
    const body = JSON.stringify({ ...LIST, method: "tools/call", params });
    const socket = connect(Number(port), hostname);
    socket.pause();
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write(
      [
        "POST /mcp HTTP/1.1",
        `host: ${hostname}`,
        "content-type: application/json",
        "accept: application/json, text/event-stream",
        `mcp-session-id: ${String(opened.headers["mcp-session-id"])}`,
        `content-length: ${body.length}`,
        "",
        body,
      ].join("\r\n"),
    );
    const client = await connected(url);
    for (let each = 0; each < 20; each += 1) {
      const said = await client.callTool({ name: "echo", arguments: { text: `${each}` } });
      expect(textOf(said)).toBe(`you said ${each}`);
    }
  },
);

test("a client that reads nothing of all that a call tells costs one listener", async () => {
  const warnings: string[] = [];
  const warn = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  const told =
    'for (let at = 0; at < 2_000; at += 1) await context.progress.set("x".repeat(5_000) + at);';
  const { url, port } = await serve(
    {},
    { ...TOOLS, "tools/talks.ts": toolSource(`${told} return "";`) },
  );
  const { session, send } = await openSession(url);
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.pause();
  const params = { name: "talks", arguments: {}, _meta: { progressToken: "t" } };
  socket.write(asSent({ ...call("talks"), params }, session));
  await setTimeout(1_000);
  expect((await send({ ...call("echo", "meanwhile"), id: 3 })).text).toContain(
    "you said meanwhile",
  );
  expect(warnings).toEqual([]);
});

test("list_changed is told only when what a client sees has changed", async () => {
  const { hub, root } = await serve();
  const changes: unknown[] = [];
  hub.onChange((change) => changes.push(change));
  hub.setBoard(await openBoard({ root, packageRoot: null }));
  expect(changes).toEqual([]);
  const { writeFileSync } = await import("node:fs");
  writeFileSync(`${root}/tools/echo.ts`, toolSource("return `you now said ${text}`;"));
  hub.setBoard(await openBoard({ root, packageRoot: null }));
  expect(changes).toEqual([]);
  writeFileSync(`${root}/tools/more.ts`, toolSource('return "more";'));
  hub.setBoard(await openBoard({ root, packageRoot: null }));
  expect(changes).toEqual([{ tools: true, prompts: true, resources: true }]);
});
