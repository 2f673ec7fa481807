import { Client } from "@modelcontextprotocol/client";
import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startPegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { TOOLS, connectOverStdio, textOf, until } from "./harness.ts";

const PATIENCE = 30_000;

function elicitingClient(answer: (message: string) => object): Client {
  const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: {} } });
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const content = answer(params.message);
    return { action: "accept" as const, content: { ...content } };
  });
  return client;
}

describe("pegboard mcp over stdio", () => {
  test("lists and calls, with what a risk means for a client", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const { client } = await connectOverStdio(root);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["asks", "echo", "fails", "picture", "save", "slow", "steps"]),
    );
    const hints = Object.fromEntries(tools.map((tool) => [tool.name, tool.annotations]));
    expect(hints["echo"]).toEqual({ readOnlyHint: true, destructiveHint: false });
    expect(hints["save"]).toEqual({ readOnlyHint: false, destructiveHint: true });

    const said = await client.callTool({ name: "echo", arguments: { text: "hi" } });
    expect(textOf(said)).toBe("you said hi");
    const picture = await client.callTool({ name: "picture", arguments: {} });
    expect(picture.content).toEqual([
      { type: "text", text: "a picture" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ]);
    expect(picture.structuredContent).toEqual({ width: 1 });
  });

  test.each([
    ["fails", {}, /it can not be done/],
    ["echo", { text: 5 }, /not valid/],
    ["ecko", {}, /Did you mean echo/],
    ["save", { text: "x" }, /nobody can be asked here: this MCP client declares no elicitation/],
  ])(
    "answers %s %j with an error that says why",
    { timeout: PATIENCE },
    async (name, args, why) => {
      const { root } = makeWorkspace(TOOLS);
      const { client } = await connectOverStdio(root);
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(why);
    },
  );

  test("shows progress, in order", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const { client } = await connectOverStdio(root);
    const seen: unknown[] = [];
    await client.callTool(
      { name: "steps", arguments: {} },
      { onprogress: ({ progress, message }) => seen.push([progress, message]) },
    );
    expect(seen).toEqual([
      [1, "one"],
      [2, "two"],
    ]);
  });

  test(
    "stops a call that the client takes back, and keeps what tools print out of the protocol",
    { timeout: PATIENCE },
    async () => {
      const workspace = makeWorkspace(TOOLS);
      const { client } = await connectOverStdio(workspace.root);
      const stop = new AbortController();
      const begun: unknown[] = [];
      const called = client.callTool(
        { name: "slow", arguments: {} },
        { signal: stop.signal, onprogress: ({ message }) => void begun.push(message) },
      );
      await until(() => begun.length > 0);
      stop.abort();
      await expect(called).rejects.toThrow(/abort/i);
      await until(() => existsSync(workspace.path("stopped")));
      const after = await client.callTool({ name: "echo", arguments: { text: "on" } });
      expect(textOf(after)).toBe("you said on");
    },
  );

  test("asks the person through the client", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const asked: string[] = [];
    const { client } = await connectOverStdio(root, {
      client: elicitingClient((message) => {
        asked.push(message);
        return message.includes("Which one") ? { answer: "right" } : { decision: "allow once" };
      }),
    });
    const saved = await client.callTool({ name: "save", arguments: { text: "x" } });
    expect(textOf(saved)).toBe("saved x");
    expect(asked[0]).toMatch(/save[^]*"text": "x"/);
    const answer = await client.callTool({ name: "asks", arguments: {} });
    expect(JSON.parse(textOf(answer))).toEqual({ status: "answered", text: "right", choice: 1 });
  });

  test.each([
    ["allow for this session", 1],
    ["allow once", 2],
  ])(
    "%s means that the person is asked %i times for two calls",
    { timeout: PATIENCE },
    async (decision, times) => {
      const { root } = makeWorkspace(TOOLS);
      let asked = 0;
      const client = elicitingClient(() => {
        asked += 1;
        return { decision };
      });
      await connectOverStdio(root, { client });
      await client.callTool({ name: "save", arguments: { text: "a" } });
      await client.callTool({ name: "save", arguments: { text: "b" } });
      expect(asked).toBe(times);
    },
  );

  test("a person who declines is obeyed", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const { client } = await connectOverStdio(root, {
      client: elicitingClient(() => ({ decision: "deny" })),
    });
    const result = await client.callTool({ name: "save", arguments: {} });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/declined/);
  });

  test("--approve write leaves the asking to the client", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const { client } = await connectOverStdio(root, { args: ["--approve", "write"] });
    expect(textOf(await client.callTool({ name: "save", arguments: { text: "y" } }))).toBe(
      "saved y",
    );
  });

  test("--profile chooses what is there", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace({
      ...TOOLS,
      "agents/narrow/agent.md": "---\ntitle: Narrow\ntools: [echo]\n---\n",
    });
    const { client } = await connectOverStdio(root, { args: ["--profile", "narrow"] });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["echo"]);
  });

  test("offers skills and fragments as prompts and resources", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace({
      ...TOOLS,
      "prompts/agent.system.tool.echo.md": "# echo\nSays it again.\n",
      "skills/trip/SKILL.md": "---\nname: trip\ndescription: Plans a trip.\n---\nPack lightly.\n",
    });
    const { client } = await connectOverStdio(root);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["skill:trip", "tool:echo"]),
    );
    const trip = await client.getPrompt({ name: "skill:trip" });
    expect(trip.messages).toEqual([
      { role: "user", content: { type: "text", text: "Pack lightly." } },
    ]);
    const { contents } = await client.readResource({ uri: "pegboard://tools/echo" });
    expect(contents).toMatchObject([{ text: "# echo\nSays it again." }]);
    await expect(client.readResource({ uri: "pegboard://skills/../../secret" })).rejects.toThrow(
      /not found/i,
    );
    await expect(client.getPrompt({ name: "skill:none" })).rejects.toThrow(/no prompt/);
  });

  test("a message of 10 MB comes through both ways", { timeout: 60_000 }, async () => {
    const { root } = makeWorkspace({
      ...TOOLS,
      "agents/default/agent.md": "---\ntitle: D\nlimits: { result_chars: 20000000 }\n---\n",
    });
    const { client } = await connectOverStdio(root);
    const text = "x".repeat(9_000_000);
    const result = await client.callTool({ name: "echo", arguments: { text } });
    expect(textOf(result)).toHaveLength(text.length + "you said ".length);
  });

  test(
    "ends when the client vanishes, also in the middle of a call",
    { timeout: PATIENCE },
    async () => {
      const workspace = makeWorkspace(TOOLS);
      const running = startPegboard(["mcp"], { cwd: workspace.root });
      running.stdin.write(`${[INITIALIZE, INITIALIZED, SLOW].join("\n")}\n`);
      await running.printed("printed by a tool");
      running.stdin.end();
      const { code, stdout } = await running.ended;
      expect(code).toBe(0);
      expect(existsSync(workspace.path("stopped"))).toBe(true);
      expect(stdout).not.toContain("printed by a tool");
    },
  );

  test("goes on after garbage on standard input", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const running = startPegboard(["mcp"], { cwd: root });
    running.stdin.write(`${INITIALIZE}\nno json at all\n{"half": \n[]\n{"jsonrpc":"2.0"}\n`);
    running.stdin.write(
      `${INITIALIZED}\n${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" })}\n`,
    );
    await running.printed('"id":7');
    running.stdin.end();
    const { stdout } = await running.ended;
    for (const line of stdout.trim().split("\n")) expect(JSON.parse(line).jsonrpc).toBe("2.0");
  });

  test("tells what came of a call when it is stopped", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace(TOOLS);
    const running = startPegboard(["mcp"], { cwd: root });
    running.stdin.write(`${INITIALIZE}\n${INITIALIZED}\n${SLOW}\n`);
    await running.printed("printed by a tool");
    running.kill("SIGTERM");
    const { stdout, code } = await running.ended;
    const { id, result } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    expect({ code, id, status: result?._meta?.["pegboard/status"] }).toEqual({
      code: 0,
      id: 2,
      status: "cancelled",
    });
  });

  test(
    "speaks to a client of 2026-07-28, and asks it in rounds",
    { timeout: PATIENCE },
    async () => {
      const { root } = makeWorkspace(TOOLS);
      const client = new Client(
        { name: "test", version: "1" },
        { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" } },
      );
      client.setRequestHandler("elicitation/create", async () => ({
        action: "accept" as const,
        content: { decision: "allow once" },
      }));
      await connectOverStdio(root, { client });
      expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
      const saved = await client.callTool({ name: "save", arguments: { text: "new" } });
      expect(textOf(saved)).toBe("saved new");
    },
  );
});

const message = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });
const INITIALIZE = message(1, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "raw", version: "1" },
});
const INITIALIZED = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" });
const SLOW = message(2, "tools/call", { name: "slow", arguments: {} });
