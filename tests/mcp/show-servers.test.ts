import { createServer } from "node:net";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { pegboard } from "../cli/pegboard.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { moody } from "./harness.ts";

const PATIENCE = 60_000;

function workspaceWith(mcpServers: object) {
  const workspace = makeWorkspace({
    "tools/own.ts": toolSource("own"),
    "usr/mcp.json": JSON.stringify({ mcpServers }),
  });
  const run = (...args: string[]) => pegboard(args, { cwd: workspace.root });
  return { workspace, run };
}

/** An address where nobody listens. */
async function nowhere(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${Object(address).port}/mcp`;
}

test("one that is switched off is shown as that", { timeout: PATIENCE }, async () => {
  const { run } = workspaceWith({ off: moody("good", { disabled: true }) });
  const listed = await run("mcp", "list");
  expect(listed).toMatchObject({ code: 0, stdout: "off (usr/mcp.json; disabled)\n", stderr: "" });
  expect(JSON.parse((await run("mcp", "list", "--json")).stdout)).toEqual({
    servers: [{ name: "off", file: "usr/mcp.json", disabled: true }],
  });
  const tested = await run("mcp", "test", "off");
  expect(tested.code).toBe(1);
  expect(tested.stderr).toContain("off: It is disabled in usr/mcp.json.");
});

test("tools are shown with their risk, each on a line", { timeout: PATIENCE }, async () => {
  const { run } = workspaceWith({ far: moody("wordy", { risk: { dies: "deny" } }) });
  expect((await run("mcp", "list")).stdout).toMatch(/^far .*; not asked yet\)\n$/);
  const { stdout } = await run("mcp", "test", "far");
  expect(stdout).toMatch(
    /^far .*; 2 tools\)\n {2}far:fine +write +The tool fine\..*\n {2}far:dies +deny /,
  );
  expect(stdout.split("\n").every((line) => line.startsWith("far ") || line.length <= 130)).toBe(
    true,
  );
  const denied = await run("call", "far:dies", "{}", "--yes");
  expect(denied.stderr).toContain("usr/mcp.json denies it");
});

describe("one that is not there", () => {
  test("is listed with why, and a call of its tools says so", { timeout: PATIENCE }, async () => {
    const { run } = workspaceWith({ gone: moody("dead") });
    const called = await run("call", "gone:x", "{}");
    expect(called.code).toBe(1);
    expect(called.stderr).toMatch(
      /"gone:x" can not be called: the MCP server gone can not be reached/,
    );
    const { stdout } = await run("mcp", "list");
    expect(stdout).toMatch(/^gone .*; not there on .* UTC\)\n {2}Its process ended before/);
    const all = await run("list");
    expect(all.stdout).toMatch(/^gone +failed .*the MCP server gone can not/m);
    expect((await run("explain", "gone")).stdout).toContain("can not be reached");
  });

  test("is told from one that was there before", { timeout: PATIENCE }, async () => {
    const { workspace, run } = workspaceWith({ far: moody("good") });
    await run("mcp", "test", "far");
    workspace.write({ "usr/mcp.json": JSON.stringify({ mcpServers: { far: moody("dead") } }) });
    expect((await run("mcp", "list")).stdout).toContain("not asked yet");
    await run("list");
    expect((await run("mcp", "list")).stdout).toContain("not there on");
    workspace.write({ "usr/mcp.json": JSON.stringify({ mcpServers: { far: moody("good") } }) });
    await run("list");
    expect((await run("mcp", "list")).stdout).toContain("2 tools");
  });

  test.each([
    [
      "no program",
      async () => ({ command: "pegboard-has-none-such" }),
      /There is no program "pegboard-has-none-such".*absolute path in usr\/mcp\.json/,
    ],
    [
      "no folder",
      async () => moody("good", { cwd: "none/such" }),
      /Its cwd, .*none.such, is not there/,
    ],
    [
      "nobody listening",
      async () => ({ url: await nowhere() }),
      /http:\/\/127\.0\.0\.1:\d+\/mcp can not be reached: .*ECONNREFUSED/,
    ],
  ])("%s", { timeout: PATIENCE }, async (_what, server, why) => {
    const { run } = workspaceWith({ far: await server() });
    const { code, stderr } = await run("mcp", "test", "far");
    expect(code).toBe(1);
    expect(stderr).toMatch(why);
  });
});
