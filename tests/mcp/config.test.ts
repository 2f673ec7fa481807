import { describe, expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { readServerConfigs } from "../../core/mcp/client/config.ts";
import { pegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";

const FILE = "usr/mcp.json";
/** A file with one server, whose own text begins on its third line. */
const of = (server: string): string => `{\n  "mcpServers": {\n    "a": ${server}\n  }\n}\n`;

async function read(text: string) {
  const { root } = makeWorkspace({ [FILE]: text });
  return readServerConfigs(await openBoard({ root, packageRoot: null }));
}

describe("what is wrong costs the server, and is told with its line", () => {
  test.each([
    ["no JSON", "{", 1, /no JSON/],
    ["a comma too many", '{\n  "mcpServers": {\n  },\n}\n', 3, /no JSON/],
    ["no servers", "{}", 1, /no mcpServers/],
    ["a bad name", '{"mcpServers":{\n"a b":{"command":"x"}}}', 2, /another name/],
    ["neither way", of("{}"), 3, /neither/],
    ["both ways", of('{"command": "x", "url": "https://x.example"}'), 3, /a command and a url/],
    ["a url of another kind", of('{"url": "file:///x"}'), 3, /http/],
    ["a port that is none", of('{"url": "https://x.example", "oauth": {"port": "1"}}'), 3, /port/],
    ["args of another kind", of('{"command": "x", "args": "y"}'), 3, /args/],
    ["a risk of another kind", of('{"command": "x", "risk": {"t": "all"}}'), 3, /risk/],
    ["a switch of another kind", of('{"command": "x", "disabled": "yes"}'), 3, /disabled/],
    ["a misspelt key", of('{"command": "x",\n"trsut": true}'), 4, /"trsut".*did you mean trust\?/],
    ["a misspelt way", of('{"comand": "x"}'), 3, /"comand".*did you mean command/],
    ["another's name for url", of('{"httpUrl": "https://x.example"}'), 3, /"httpUrl".*url/],
  ])("%s", async (_what, text, line, problem) => {
    const { servers, diagnostics } = await read(text);
    expect(servers).toEqual([]);
    expect(diagnostics).toMatchObject([
      {
        code: "mcp/config",
        severity: "error",
        file: FILE,
        line,
        message: expect.stringMatching(problem),
      },
    ]);
  });

  test("a server that is there twice counts as it is there last", async () => {
    const text = '{"mcpServers": {\n"a": {"command": "x"},\n"a": {"command": "y"}\n}}';
    const { servers, diagnostics } = await read(text);
    expect(servers).toMatchObject([{ command: "y" }]);
    expect(diagnostics).toMatchObject([{ code: "mcp/config", line: 2 }]);
  });

  test("the other servers of a file with a misspelt key are there", async () => {
    const { servers } = await read('{"mcpServers": {"a": {"comand": "x"}, "b": {"command": "y"}}}');
    expect(servers).toMatchObject([{ name: "b" }]);
  });
});

describe("what other programs write is no error", () => {
  test.each([
    { type: "stdio", command: "x", args: [], env: {}, cwd: ".", timeout: 60, disabled: false },
    { type: "http", url: "https://x.example/mcp", headers: { A: "b" }, description: "X." },
    { command: "x", autoApprove: [], alwaysAllow: [], disabledTools: [], enabled: true },
    { transport: "streamable-http", url: "https://x.example/mcp", name: "X", icon: "x" },
    { type: "local", command: "x", tools: ["*"] },
  ])("%j", async (server) => {
    const { servers, diagnostics } = await read(of(JSON.stringify(server)));
    expect(servers).toHaveLength(1);
    expect(diagnostics).toEqual([]);
  });

  test.each([
    ["autoApprove", ["a"], /`risk`.*`approvals`/],
    ["alwaysAllow", ["a"], /`risk`.*`approvals`/],
    ["envFile", ".env", /`env`/],
    ["excludeTools", ["a"], /`deny`/],
    ["type", "sse", /Streamable HTTP|same with/],
    ["quarks", 3, /Known are command/],
  ])("%s is a warning that says what to do", async (key, value, hint) => {
    const { servers, diagnostics } = await read(of(JSON.stringify({ command: "x", [key]: value })));
    expect(servers).toHaveLength(1);
    expect(diagnostics).toMatchObject([
      { code: "mcp/ignored-key", severity: "warning", line: 3, hint: expect.stringMatching(hint) },
    ]);
  });

  test.each([{ disabled: true }, { enabled: false }])("%j switches it off", async (off) => {
    const { servers, disabled, diagnostics } = await read(
      of(JSON.stringify({ command: "x", ...off })),
    );
    expect({ servers, disabled, diagnostics }).toEqual({
      servers: [],
      disabled: [{ name: "a", file: FILE }],
      diagnostics: [],
    });
  });
});

describe("a broken file", () => {
  const workspace = () => makeWorkspace({ [FILE]: "{" });

  test("fails a check, with its place", async () => {
    const { code, stdout } = await pegboard(["check"], { cwd: workspace().root });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error\[mcp\/config\]: it is no JSON.*\n.*usr\/mcp\.json:1$/m);
  });

  test("fails the listing of servers, which says nothing about there being none", async () => {
    const { code, stderr } = await pegboard(["mcp", "list"], { cwd: workspace().root });
    expect(code).toBe(2);
    expect(stderr).toContain("it is no JSON");
    expect(stderr).not.toContain("No MCP servers");
  });
});
