import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { pegboard, startPegboard } from "./pegboard.ts";

const EXTENSION = `import { defineExtension } from "pegboard";
export default defineExtension("agent_init", () => {});`;

function workspaceOfMany(): TestWorkspace {
  const tools = Array.from({ length: 30 }, (_, index) => [
    `plugins/p${index % 7}/tools/t${index}.ts`,
    toolSource(`t${index}`),
  ]);
  return makeWorkspace({
    "plugins/p0/plugin.md": "---\ntitle: P\n---\n",
    "plugins/p0/extensions/agent_init/x.ts": EXTENSION,
    "usr/plugins/p0/settings.yaml": "x: 1\n",
    ...Object.fromEntries(tools),
  });
}

/** What a process loaded of packages and of the workspace, by what V8 says it has covered. */
async function loadedIn(
  { root }: TestWorkspace,
  work: (env: Record<string, string>) => Promise<{ code: number | null; stderr: string }>,
): Promise<string[]> {
  const coverage = makeFolder();
  const { code, stderr } = await work({ NODE_V8_COVERAGE: coverage });
  if (code !== 0) throw new Error(stderr);
  const urls = readdirSync(coverage).flatMap((file) => {
    const { result }: { result: { url: string }[] } = JSON.parse(
      readFileSync(`${coverage}/${file}`, "utf8"),
    );
    return result.map(({ url }) => url.replace("file://", ""));
  });
  const named = urls.flatMap((url) => {
    if (url.startsWith(`${root}/`)) return [url.slice(root.length + 1)];
    return /^.*\/node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\//.exec(url)?.groups?.["name"] ?? [];
  });
  return [...new Set(named)].sort();
}

function loadedBy(
  args: readonly string[],
  workspace: TestWorkspace,
  stdin = "",
): Promise<string[]> {
  return loadedIn(workspace, (env) => pegboard(args, { cwd: workspace.root, env, stdin }));
}

/** A client that asks for the tools, and leaves when it has them. */
async function loadedByMcp(workspace: TestWorkspace): Promise<string[]> {
  return loadedIn(workspace, async (env) => {
    const mcp = startPegboard(["mcp"], { cwd: workspace.root, env });
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    };
    for (const message of [
      { id: 1, method: "initialize", params },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
    ]) {
      mcp.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    }
    await mcp.printed(`"name":"t29"`);
    mcp.stdin.end();
    return mcp.ended;
  });
}

const OPEN = new URL("../../dist/board/open.js", import.meta.url).href;

/** A program that opens the board, and nothing else. */
function loadedByOpening(workspace: TestWorkspace): Promise<string[]> {
  const program = `const { openBoard } = await import(${JSON.stringify(OPEN)});
const { tools } = await openBoard({ cwd: process.cwd() });
if (!tools.some(({ name, description }) => name === "t29" && description)) process.exit(3);`;
  return loadedIn(workspace, async (more) => {
    const env = { PATH: process.env["PATH"] ?? "", HOME: workspace.root, ...more };
    const file = `${makeFolder()}/program.mjs`;
    writeFileSync(file, program);
    const child = spawn(process.execPath, [file], { cwd: workspace.root, env, stdio: "pipe" });
    const stderr = text(child.stderr);
    await once(child, "close");
    return { code: child.exitCode, stderr: await stderr };
  });
}

describe("what a start loads", () => {
  test("nothing of a workspace that is known, and no package", async () => {
    const workspace = workspaceOfMany();
    expect(await loadedBy(["list", "--json"], workspace)).toEqual(
      expect.arrayContaining(["fast-glob", "gray-matter", "yaml", "zod"]),
    );
    // At first because the files are as they were, then because the whole board is.
    for (const wait of [0, 3_000, 0]) {
      await setTimeout(wait);
      expect(await loadedBy(["list", "--json"], workspace)).toEqual([]);
      expect(await loadedBy(["list"], workspace)).toEqual(["picocolors"]);
      expect(await loadedByMcp(workspace)).toEqual([]);
      expect(await loadedByOpening(workspace)).toEqual([]);
    }
  });

  test("one tool, for its call", async () => {
    const workspace = workspaceOfMany();
    await pegboard(["list"], { cwd: workspace.root });
    const loaded = await loadedBy(["call", "t3", "{}", "--json"], workspace);
    expect(loaded.filter((name) => name.endsWith(".ts"))).toEqual(["plugins/p3/tools/t3.ts"]);
    expect(loaded).not.toEqual(expect.arrayContaining(["jiti"]));
    for (const heavy of ["commander", "fast-glob", "gray-matter", "jiti", "yaml"]) {
      expect(loaded).not.toContain(heavy);
    }
  });

  test("what changed, and what that imports", async () => {
    const workspace = workspaceOfMany();
    await pegboard(["list"], { cwd: workspace.root });
    workspace.write({ "plugins/p5/tools/t5.ts": toolSource("edited") });
    const loaded = await loadedBy(["list", "--json"], workspace);
    expect(loaded.filter((name) => name.endsWith(".ts"))).toEqual(["plugins/p5/tools/t5.ts"]);
    for (const heavy of ["fast-glob", "gray-matter", "jiti", "yaml"]) {
      expect(loaded).not.toContain(heavy);
    }
  });

  test("the parser of command lines, for help", async () => {
    expect(await loadedBy(["--help"], makeWorkspace())).toEqual(["commander"]);
  });
});

/** A package of the plugin p. */
function version(number: string): Record<string, string> {
  return {
    "plugins/p/node_modules/words/package.json": `{ "name": "words", "version": "${number}.0.0", "main": "index.js" }`,
    "plugins/p/node_modules/words/index.js": `exports.text = ${JSON.stringify(`Version ${number}.`)};`,
  };
}

function workspaceOfWords(): TestWorkspace {
  return makeWorkspace({
    ...version("1"),
    "plugins/p/tools/x.ts": `import { defineTool } from "pegboard";
import { text } from "words";
export default defineTool({ description: text, risk: "read", execute: () => text });`,
  });
}

async function descriptionOfX({ root }: TestWorkspace): Promise<unknown> {
  const { stdout } = await pegboard(["list", "--json"], { cwd: root });
  return JSON.parse(stdout).tools.find(({ name }: { name: string }) => name === "x")?.description;
}

test("a package of a plugin that was updated is seen", async () => {
  const workspace = workspaceOfWords();
  const description = (): Promise<unknown> => descriptionOfX(workspace);
  expect(await description()).toBe("Version 1.");
  workspace.write(version("2"));
  expect(await description()).toBe("Version 2.");
  // One that lies nearer, made and removed again.
  mkdirSync(workspace.path("plugins/p/tools/node_modules"));
  workspace.write({
    "plugins/p/tools/node_modules/words/package.json": `{ "name": "words", "main": "index.js" }`,
    "plugins/p/tools/node_modules/words/index.js": `exports.text = "Near.";`,
  });
  expect(await description()).toBe("Near.");
  workspace.remove("plugins/p/tools/node_modules");
  expect(await description()).toBe("Version 2.");
});

test("a package that was updated is seen, also when a process that has the old one goes on", async () => {
  const workspace = workspaceOfWords();
  const dev = startPegboard(["dev"], { cwd: workspace.root });
  await dev.printed("Ctrl-C ends.");
  workspace.write(version("2"));
  // Until the times of the files tell enough.
  await setTimeout(3_000);
  workspace.write({ "tools/y.ts": toolSource("y") });
  await dev.printed("+ y added");
  dev.kill("SIGINT");
  await dev.ended;
  expect(await descriptionOfX(workspace)).toBe("Version 2.");
});
