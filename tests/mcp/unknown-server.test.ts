import { Client } from "@modelcontextprotocol/client";
import { existsSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { startModelServer } from "../agent/servers/model-server.ts";
import { openAIChat } from "../agent/servers/openai-chat.ts";
import { say } from "../agent/servers/script.ts";
import { pegboard, startPegboard } from "../cli/pegboard.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { call, connectOverStdio, moody, openWithServers, until } from "./harness.ts";

const PATIENCE = 60_000;

/** A workspace with a tool of its own, `own`, and these servers, of which nothing is known yet. */
function workspaceWith(servers: (log: string) => Readonly<Record<string, object>>) {
  const workspace = makeWorkspace({ "tools/own.ts": toolSource("own") });
  const log = workspace.path("log");
  workspace.write({ "usr/mcp.json": JSON.stringify({ mcpServers: servers(log) }) });
  return { workspace, log };
}

/** One that answers nothing until it is let. */
const gated = (log: string) => ({ slow: moody("gated", {}, [log]) });

const letAnswer = (workspace: TestWorkspace): void => writeFileSync(workspace.path("log.open"), "");

describe("a command that is run once", () => {
  test("shows what is there, and says who does not answer", { timeout: PATIENCE }, async () => {
    const { workspace } = workspaceWith(() => ({
      hang: moody("hanging"),
      good: moody("good"),
    }));
    const { code, stdout, stderr } = await pegboard(["list"], { cwd: workspace.root });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^good:fine .*\n(?:.*\n)*own /m);
    expect(stderr).toContain("Waiting a moment for the MCP server hang.");
    expect(stderr).toMatch(/mcp\/unreachable\n.*hang can not be reached: it did not answer within/);
    expect(stderr).toContain("npx pegboard mcp test hang");
  });

  test.each([
    [["call", "own", "{}"], false],
    [["call", "good:fine", "{}", "--yes"], false],
    [["new", "tool", "fresh"], false],
    [["call", "slow__fine", "{}"], true],
  ])("%j asks a server that it does not need: %s", { timeout: PATIENCE }, async (args, asked) => {
    const { workspace, log } = workspaceWith((file) => ({
      ...gated(file),
      good: moody("good"),
    }));
    const { code } = await pegboard(args, { cwd: workspace.root });
    expect(existsSync(log)).toBe(asked);
    expect(code).toBe(asked ? 1 : 0);
  });
});

test(
  "a board does not wait longer than it wants to, and is told",
  { timeout: PATIENCE },
  async () => {
    const log = makeWorkspace().path("log");
    const { servers, bare, board } = await openWithServers(gated(log), { wait: 0 });
    expect(board.tools).toMatchObject([{ name: "slow", status: "failed" }]);
    expect((await call(board, "slow__fine")).message).toContain("slow has not answered yet");
    expect(board.diagnostics).toMatchObject([{ code: "mcp/waiting", severity: "info" }]);
    const told: string[] = [];
    servers.onChange(() => void told.push("changed"));
    writeFileSync(`${log}.open`, "");
    await until(() => told.length > 0);
    const { tools, diagnostics } = await servers.addTo(bare, { wait: 0 });
    expect(tools.map(({ name }) => name)).toEqual(["slow:dies", "slow:fine"]);
    expect(diagnostics).toEqual([]);
    expect(told).toHaveLength(1);
  },
);

test("of one that turns out to be dead it is told why", { timeout: PATIENCE }, async () => {
  const { servers, bare, board } = await openWithServers({ bad: moody("dead") }, { wait: 0 });
  expect(board.diagnostics).toMatchObject([{ code: "mcp/waiting" }]);
  let told = 0;
  servers.onChange(() => void (told += 1));
  await until(() => told > 0);
  const { diagnostics } = await servers.addTo(bare, { wait: 0 });
  expect(diagnostics).toMatchObject([{ code: "mcp/unreachable" }]);
  // Being tried again later is no news.
  expect(told).toBe(1);
});

describe("pegboard mcp", () => {
  test("lists what is known, and tells of what comes", { timeout: PATIENCE }, async () => {
    const { workspace, log } = workspaceWith(gated);
    const told: string[][] = [];
    const client = new Client(
      { name: "test", version: "1" },
      {
        listChanged: {
          tools: {
            onChanged: (_error, tools) => void told.push((tools ?? []).map(({ name }) => name)),
          },
        },
      },
    );
    await connectOverStdio(workspace.root, { client });
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain("own");
    expect(names).not.toContain("slow__fine");
    await until(() => existsSync(log));
    letAnswer(workspace);
    await until(() => told.some((tools) => tools.includes("slow__fine")));
  });

  test("ends with its client, whoever is still waited for", { timeout: PATIENCE }, async () => {
    const { workspace, log } = workspaceWith((file) => ({ hang: moody("hanging", {}, [file]) }));
    const serving = startPegboard(["mcp"], { cwd: workspace.root });
    await until(() => existsSync(log));
    serving.stdin.end();
    // Far less than the half minute that a server may take to be ready.
    const late = AbortSignal.timeout(20_000);
    const ended = await Promise.race([
      serving.ended,
      new Promise<null>((resolve) => late.addEventListener("abort", () => resolve(null))),
    ]);
    expect(ended?.code).toBe(0);
  });
});

test(
  "a conversation begins without its servers, and gets them",
  { timeout: PATIENCE },
  async () => {
    const { workspace, log } = workspaceWith((file) => ({ ...gated(file), bad: moody("dead") }));
    const protocol = openAIChat();
    const server = await startModelServer(protocol, [say("Here I am."), say("I see it.")]);
    const chat = startPegboard(["chat", "--model", protocol.model], {
      cwd: workspace.root,
      env: server.env,
    });
    chat.stdin.write("Who is there?\n");
    await chat.printed("Here I am.");
    await chat.printed("the MCP server bad can not be reached");
    await until(() => existsSync(log));
    letAnswer(workspace);
    await chat.printed("+ server slow added");
    chat.stdin.end("And now?\n");
    expect((await chat.ended).code).toBe(0);
    const [before, after] = server.requests;
    expect(before?.tools).not.toContain("slow__fine");
    expect(after?.tools).toContain("slow__fine");
  },
);
