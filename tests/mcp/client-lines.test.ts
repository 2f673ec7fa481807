import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientLines } from "../../core/cli/mcp/client-lines.ts";
import { pegboard } from "../cli/pegboard.ts";
import { makeWorkspace } from "../support/workspace.ts";

type Start = { readonly command: string; readonly args: readonly string[] };

/** What an editor's line starts, under the key that the editor looks for it at. */
function startIn(line: string, key: "servers" | "mcpServers"): Start {
  const whole: unknown = JSON.parse(line.slice(line.indexOf("{")));
  const server: unknown = Reflect.get(Object(Reflect.get(Object(whole), key)), "pegboard");
  const { type, command, args, ...more }: Readonly<Record<string, unknown>> = Object(server);
  expect({ type, more }).toEqual({ type: "stdio", more: {} });
  return { command: String(command), args: Array.isArray(args) ? args.map(String) : [] };
}

/** What Claude Code is told to start, as a shell reads the line. */
function startInShell(line: string): Start {
  const typed = line.slice(line.indexOf("claude mcp add"));
  const script = `claude() { printf '%s\\0' "$@"; }; ${typed}`;
  const words = spawnSync("sh", ["-c", script], { encoding: "utf8" }).stdout.split("\0");
  const [mcp, add, name, dashes, command = "", ...args] = words.slice(0, -1);
  expect([mcp, add, name, dashes]).toEqual(["mcp", "add", "pegboard", "--"]);
  return { command, args };
}

/** The tools that are there for a client which starts this in another folder. */
async function toolsOf({ command, args }: Start, cwd: string): Promise<string[]> {
  const env = { ...getDefaultEnvironment(), HOME: cwd };
  const transport = new StdioClientTransport({ command, args: [...args], env, cwd });
  const client = new Client({ name: "test", version: "1" });
  onTestFinished(() => client.close());
  await client.connect(transport);
  return (await client.listTools()).tools.map(({ name }) => name);
}

test("what the README and docs/mcp.md show is what init prints", () => {
  const clone = fileURLToPath(new URL("../../", import.meta.url));
  const read = (file: string): string => readFileSync(join(clone, file), "utf8");
  const [inline = ""] = /(?<=`)\{"servers".*(?=`;)/.exec(read("README.md")) ?? [];
  const { command, args } = startIn(inline, "servers");
  const [main = "", ...rest] = args.map((arg) => arg.replace("${workspaceFolder}/", clone));
  expect(command).toBe("node");
  expect(existsSync(main)).toBe(true);
  expect(rest).toEqual(["mcp", "--root", "${workspaceFolder}"]);

  const blocks = [...read("docs/mcp.md").matchAll(/```json\n(?<text>[^]*?)```/g)].map(
    ({ groups }) => groups?.["text"] ?? "",
  );
  const [code = "", cursor = ""] = blocks;
  expect(startIn(code, "servers")).toEqual(startIn(cursor, "mcpServers"));
  expect(startIn(code, "servers").args.slice(-3)).toEqual(rest);
  for (const block of blocks) expect(() => JSON.parse(block)).not.toThrow();
});

test("what init prints can be started from anywhere", { timeout: 60_000 }, async () => {
  const elsewhere = makeWorkspace().root;
  const root = join(makeWorkspace().root, "it's a board");
  const { stderr } = await pegboard(["init", root], { cwd: elsewhere });
  const made = await pegboard(["new", "tool", "hello", "--root", root], { cwd: elsewhere });
  expect(made.code).toBe(0);
  const lineOf = (client: string): string =>
    stderr.split("\n").find((line) => line.trim().startsWith(client)) ?? "";
  const starts = [
    startInShell(lineOf("Claude Code")),
    startIn(lineOf("VS Code"), "servers"),
    startIn(lineOf("Cursor"), "mcpServers"),
  ];
  for (const start of starts) {
    expect(start.args.slice(-3)).toEqual(["mcp", "--root", root]);
    expect(start).toEqual(starts[0]);
  }
  const [start = { command: "", args: [] }] = starts;
  expect(await toolsOf(start, elsewhere)).toContain("hello");
});

describe("what is started", () => {
  test.each([
    ["a clone", "/home/ada/pegboard", "node /home/ada/pegboard/dist/cli/main.js mcp"],
    [
      "a package of the workspace",
      "/home/ada/board/node_modules/pegboard",
      "node /home/ada/board/node_modules/pegboard/dist/cli/main.js mcp",
    ],
    [
      "a package that lies in a cache",
      "/home/ada/.npm/_npx/1/node_modules/pegboard",
      "npx -y pegboard mcp",
    ],
    ["no package", null, "npx -y pegboard mcp"],
  ])("from %s", (_what, packageRoot, start) => {
    const [line] = clientLines("/home/ada/board", packageRoot);
    expect(line).toContain(`-- ${start} --root /home/ada/board`);
  });
});
