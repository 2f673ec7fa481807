import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport, getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { Board } from "../../core/board/board.ts";
import { openBoard } from "../../core/board/open.ts";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { createHub } from "../../core/mcp/server/hub.ts";
import type { Hub, HubOptions } from "../../core/mcp/server/hub.ts";
import type { McpServers, McpServersOptions } from "../../core/mcp/client/servers.ts";
import { createMcpServers } from "../../core/mcp/client/servers.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { MAIN } from "../cli/pegboard.ts";

/** The source of a tool whose `execute` has this body. */
export function toolSource(body: string, more = 'risk: "read",'): string {
  return `import { defineTool, Failed, Response } from "pegboard";
import { z } from "zod";
import { setTimeout } from "node:timers/promises";
export default defineTool({
  description: "For a test.",
  args: z.object({ text: z.string().optional() }),
  ${more}
  async execute({ text }, context) { ${body} },
});
`;
}

export const TOOLS = {
  "tools/echo.ts": toolSource("return `you said ${text}`;"),
  "tools/save.ts": toolSource("return `saved ${text}`;", 'risk: "write",'),
  "tools/steps.ts": toolSource(
    'await context.progress.set("one"); await context.progress.set("two"); await setTimeout(100); return "done";',
  ),
  "tools/slow.ts": toolSource(
    'console.log("printed by a tool"); await context.progress.set("begun"); try { await setTimeout(60_000, null, { signal: context.signal }); } finally { const fs = await import("node:fs"); fs.writeFileSync(context.workspace + "/stopped", ""); } return "late";',
  ),
  "tools/fails.ts": toolSource('throw new Failed("it can not be done");'),
  "tools/picture.ts": toolSource(
    'return new Response({ message: "a picture", additional: { width: 1, content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] } });',
  ),
  "tools/asks.ts": toolSource(
    'const answer = await context.ask({ text: "Which one?", choices: ["left", "right"] }); return JSON.stringify(answer);',
  ),
};

/** A client of the SDK in this process, and `pegboard mcp` in another. Both end with the test. */
export async function connectOverStdio(
  root: string,
  {
    args = [],
    client = new Client({ name: "test", version: "1" }),
  }: { readonly args?: readonly string[]; readonly client?: Client } = {},
): Promise<{ readonly client: Client; readonly transport: StdioClientTransport }> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [MAIN, "mcp", "--root", root, ...args],
    env: { ...getDefaultEnvironment(), HOME: root },
    stderr: "pipe",
  });
  let printed = "";
  transport.stderr?.on("data", (chunk: Buffer) => (printed += chunk));
  await client.connect(transport).catch((error: unknown) => {
    throw new Error(`pegboard mcp could not be opened; it printed: ${printed}`, { cause: error });
  });
  onTestFinished(() => client.close());
  return { client, transport };
}

const MISBEHAVING = fileURLToPath(new URL("./misbehaving-server.mjs", import.meta.url));

/** A server of the tests' own that has this mood, as `mcp.json` names it. */
export function moody(mood: string, more: object = {}, log: readonly string[] = []) {
  return { command: process.execPath, args: [MISBEHAVING, mood, ...log], ...more };
}

/** Waits until something holds; 25 seconds at most. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !holds(); tries += 1) await setTimeout(50);
  expect(holds()).toBe(true);
}

/** The first text of a result. */
export function textOf(result: { readonly content: readonly unknown[] }): string {
  const [first] = result.content;
  const text: unknown = Reflect.get(Object(first), "text");
  return typeof text === "string" ? text : "";
}

/** Serves a workspace of these files from this process. */
export async function openHub(
  files: Readonly<Record<string, string>>,
  options: Partial<HubOptions> = {},
): Promise<{
  readonly hub: Hub;
  readonly board: Board;
  readonly root: string;
  readonly workspace: TestWorkspace;
}> {
  const workspace = makeWorkspace(files);
  const { root } = workspace;
  const board = await openBoard({ root, packageRoot: null });
  const hub = createHub({
    board,
    version: "0.0.0",
    secrets: secretsOf(new Map()),
    report: () => {},
    ...options,
  });
  onTestFinished(() => hub.close());
  return { hub, board, root, workspace };
}

/** The board of a workspace with these MCP servers. */
export async function openWithServers(
  mcpServers: Readonly<Record<string, unknown>>,
  options: Partial<McpServersOptions> & {
    readonly files?: Readonly<Record<string, string>>;
    readonly secretValues?: Readonly<Record<string, string>>;
    /** Milliseconds for servers of which nothing is known. */
    readonly wait?: number;
  } = {},
) {
  const { files = {}, secretValues = {}, wait = 60_000, ...rest } = options;
  const workspace = makeWorkspace({ "usr/mcp.json": JSON.stringify({ mcpServers }), ...files });
  const servers: McpServers = createMcpServers({
    version: "0.0.0",
    secrets: async () => secretsOf(new Map(Object.entries(secretValues))),
    report: () => {},
    ...rest,
  });
  onTestFinished(() => servers.close());
  const bare = await openBoard({ root: workspace.root, packageRoot: null });
  const board = await servers.addTo(bare, { wait });
  return { workspace, servers, bare, board };
}

/** Calls one tool of a board; everything that is asked for is allowed. */
export async function call(board: Board, name: string, args: unknown = {}) {
  const asked: string[] = [];
  const dispatcher = createDispatcher({
    board,
    host: {
      name: "test",
      canAsk: true,
      approve: async ({ id, binding, call: { tool } }) => {
        asked.push(tool);
        return { kind: "allow_once", id, binding };
      },
      answer: async () => ({ status: "answered", text: "", choice: null }),
    },
  });
  try {
    const [result] = await dispatcher.run([{ id: "1", name, args }]);
    if (result === undefined) throw new Error("there is no result");
    return { ...result, asked };
  } finally {
    await dispatcher.close();
  }
}
