import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { startModelServer } from "../agent/servers/model-server.ts";
import { openAIChat } from "../agent/servers/openai-chat.ts";
import { say } from "../agent/servers/script.ts";
import { startPegboard } from "../cli/pegboard.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { connectOverStdio, moody, until } from "./harness.ts";

const PATIENCE = 60_000;
const FILE = "usr/mcp.json";

const naming = (mcpServers: object): string => JSON.stringify({ mcpServers });

test("pegboard mcp serves what mcp.json says by now", { timeout: PATIENCE }, async () => {
  const workspace = makeWorkspace({ "tools/own.ts": toolSource("own") });
  const log = workspace.path("log");
  const { client, transport } = await connectOverStdio(workspace.root);
  let printed = "";
  transport.stderr?.on("data", (chunk: Buffer) => (printed += chunk));
  const served = async (): Promise<string[]> =>
    (await client.listTools()).tools
      .map(({ name }) => name)
      .filter((name) => /^(?:own|good__fine|other__look)$/.test(name));
  const serves = (names: readonly string[]) =>
    expect.poll(served, { timeout: 25_000 }).toEqual(names);
  await serves(["own"]);

  // None of these folders is there yet.
  workspace.write({ [FILE]: naming({ good: moody("good", {}, [log]) }) });
  await serves(["good__fine", "own"]);
  workspace.write({ "agents/default/mcp.json": naming({ other: moody("annotated") }) });
  await serves(["good__fine", "other__look", "own"]);
  workspace.write({ "agents/default/mcp.json": naming({ good: { disabled: true } }) });
  await serves(["own"]);
  // Nothing is left running of a server that is nowhere any more.
  await until(() => readFileSync(log, "utf8") === "started\nended\n");
  workspace.remove("agents/default/mcp.json");
  await serves(["good__fine", "own"]);
  workspace.write({ [FILE]: "{" });
  await serves(["own"]);
  await until(() => printed.includes(`warning: ${FILE}: it is no JSON`));
});

test("dev tells of servers that come, break and go", { timeout: PATIENCE }, async () => {
  const workspace = makeWorkspace({ "tools/own.ts": toolSource("own") });
  const dev = startPegboard(["dev"], { cwd: workspace.root });
  await dev.printed("Ctrl-C ends.");
  const steps: [string | null, string][] = [
    [naming({ good: moody("annotated") }), "+ server good added"],
    [naming({ good: moody("annotated", { risk: { touch: "deny" } }) }), "~ server good changed"],
    [naming({ good: moody("dead") }), "- server good removed"],
    [naming({ bad: moody("dead") }), "the MCP server bad can not be reached"],
    ["{", "it is no JSON"],
    [naming({ again: moody("good") }), "+ server again added"],
    [null, "- server again removed"],
  ];
  for (const [content, line] of steps) {
    if (content === null) workspace.remove(FILE);
    else workspace.write({ [FILE]: content });
    await dev.printed(line);
  }
  dev.kill("SIGINT");
  expect((await dev.ended).code).toBe(0);
});

test(
  "a conversation has in the next turn what was named meanwhile",
  { timeout: PATIENCE },
  async () => {
    const workspace = makeWorkspace({ "tools/own.ts": toolSource("own") });
    const protocol = openAIChat();
    const server = await startModelServer(protocol, [say("Here I am."), say("I see it.")]);
    const chat = startPegboard(["chat", "--model", protocol.model], {
      cwd: workspace.root,
      env: server.env,
    });
    chat.stdin.write("Who is there?\n");
    await chat.printed("Here I am.");
    expect(existsSync(workspace.path(FILE))).toBe(false);
    workspace.write({ [FILE]: naming({ good: moody("good") }) });
    await chat.printed("+ server good added");
    chat.stdin.end("And now?\n");
    expect((await chat.ended).code).toBe(0);
    const [before, after] = server.requests;
    expect(before?.tools).not.toContain("good__fine");
    expect(after?.tools).toContain("good__fine");
  },
);
