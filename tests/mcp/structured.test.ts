import { Client } from "@modelcontextprotocol/client";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { toResponse } from "../../core/mcp/client/call-outcome.ts";
import { readOfferedTool } from "../../core/mcp/client/offered.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { call, connectOverStdio, openWithServers, textOf, until } from "./harness.ts";

const PATIENCE = 60_000;
const MISBEHAVING = fileURLToPath(new URL("./misbehaving-server.mjs", import.meta.url));

/** The source of a tool with this body, which says that its result is `{ degrees, sky? }`; it tells when it is imported. */
function weather(body: string, more = "", degrees = "z.number()"): string {
  return `import { defineTool, Response } from "pegboard";
import { z } from "zod";
import { appendFileSync } from "node:fs";
appendFileSync(new URL("../imported", import.meta.url), "x");
export default defineTool({
  description: "Weather.",
  output: z.object({ degrees: ${degrees}, sky: z.string().optional() }),
  risk: "read",
  ${more}
  execute: () => ${body},
});
`;
}

const TOOLS = {
  "tools/fits.ts": weather(
    'new Response({ message: "4 °C", additional: { degrees: 4, unknown: 1 } })',
  ),
  "tools/breaks.ts": weather('new Response({ message: "4 °C", additional: { degrees: "4" } })'),
  "tools/alone.ts": weather("({ degrees: 4 })", "isolate: true,"),
  "tools/refuses.ts": weather('{ throw new Error("no weather today"); }'),
  "tools/quiet.ts": weather('new Response({ message: "" }) as never', "", "z.number().optional()"),
};

const SCHEMA = {
  type: "object",
  properties: { degrees: { type: "number" }, sky: { type: "string" } },
  required: ["degrees"],
  additionalProperties: false,
};

describe.each(["legacy", "auto"] as const)("a client whose opening is %s", (mode) => {
  // It validates by itself what a tool that has told its schema gives: a wrong result would make the call throw.
  const opened = async (root: string): Promise<Client> => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await connectOverStdio(root, { client });
    return client;
  };

  test(
    "is told what a structured result looks like, and gets none that does not",
    { timeout: PATIENCE },
    async () => {
      const { root } = makeWorkspace(TOOLS);
      const client = await opened(root);
      const { tools } = await client.listTools();
      const told = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
      expect(told.get("fits")).toEqual(SCHEMA);
      const fits = await client.callTool({ name: "fits", arguments: {} });
      expect(fits).toMatchObject({ structuredContent: { degrees: 4 } });
      expect(textOf(fits)).toBe("4 °C");
      const alone = await client.callTool({ name: "alone", arguments: {} });
      expect(alone).toMatchObject({ structuredContent: { degrees: 4 } });
      expect(textOf(alone)).toBe('{"degrees":4}');
      const quiet = await client.callTool({ name: "quiet", arguments: {} });
      expect(quiet.structuredContent).toEqual({});
      const breaks = await client.callTool({ name: "breaks", arguments: {} });
      expect(breaks).toMatchObject({ isError: true });
      expect(breaks.structuredContent).toBeUndefined();
      expect(textOf(breaks)).toMatch(/breaks.*output schema[^]*- degrees: /);
      const refuses = await client.callTool({ name: "refuses", arguments: {} });
      expect(refuses).toMatchObject({ isError: true });
      expect(textOf(refuses)).toContain("no weather today");
    },
  );
});

test("what it looks like is listed without importing", { timeout: PATIENCE }, async () => {
  const workspace = makeWorkspace({ "tools/fits.ts": weather("({ degrees: 4 })") });
  const first = await connectOverStdio(workspace.root);
  await first.client.listTools();
  await first.client.close();
  const imports = readFileSync(workspace.path("imported"), "utf8");
  const { client } = await connectOverStdio(workspace.root);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "fits")?.outputSchema).toEqual(SCHEMA);
  expect(readFileSync(workspace.path("imported"), "utf8")).toBe(imports);
});

test("a result that is to look different is told", { timeout: PATIENCE }, async () => {
  const workspace = makeWorkspace({ "tools/fits.ts": weather("({ degrees: 4 })") });
  let told = 0;
  const onChanged = () => void (told += 1);
  const client = new Client(
    { name: "test", version: "1" },
    { listChanged: { tools: { onChanged, debounceMs: 0 } } },
  );
  await connectOverStdio(workspace.root, { client });
  await client.callTool({ name: "fits", arguments: {} });
  workspace.write({ "tools/fits.ts": weather('({ degrees: "four" })', "", "z.string()") });
  await until(() => told > 0);
  await client.listTools();
  const now = await client.callTool({ name: "fits", arguments: {} });
  expect(now.structuredContent).toEqual({ degrees: "four" });
});

describe("the tools of a server that says what their results look like", () => {
  const structured = { command: process.execPath, args: [MISBEHAVING, "structured"] };

  test("are held against it", { timeout: PATIENCE }, async () => {
    const { board } = await openWithServers({ far: structured });
    const schemas = board.tools.map(({ name, description }) => [
      name,
      description?.self?.outputSchema !== undefined,
    ]);
    expect(Object.fromEntries(schemas)).toEqual({
      "far:breaks": true,
      "far:fits": true,
      // What nobody can check is not passed on.
      "far:odd": false,
    });
    expect(await call(board, "far:fits")).toMatchObject({ status: "ok", additional: { n: 1 } });
    const breaks = await call(board, "far:breaks");
    expect(breaks.status).toBe("error");
    expect(breaks.message).toMatch(/- n: [^]*did breaks/);
    expect(await call(board, "far:odd")).toMatchObject({ status: "ok", additional: { n: 1 } });
  });

  test("may give what is no object, as the newest revision has it", () => {
    const content = [{ type: "text" as const, text: "two" }];
    expect(toResponse({ content, structuredContent: [1, 2] })).toMatchObject({
      message: "two",
      additional: { structuredContent: [1, 2] },
    });
    const listed = { name: "t", inputSchema: { type: "object" }, outputSchema: { type: "array" } };
    expect(readOfferedTool(listed)).not.toHaveProperty("outputSchema");
  });

  test("are passed on to clients with it", { timeout: PATIENCE }, async () => {
    const mcpServers = { far: { ...structured, trust: true, risk: { fits: "read" } } };
    const { root } = makeWorkspace({ "usr/mcp.json": JSON.stringify({ mcpServers }) });
    const { client } = await connectOverStdio(root);
    const listed = async () =>
      (await client.listTools()).tools.find(({ name }) => name === "far__fits");
    await expect.poll(listed, { timeout: 25_000 }).toBeDefined();
    expect((await listed())?.outputSchema).toMatchObject({
      properties: { n: { type: "number" } },
      required: ["n"],
    });
    const fits = await client.callTool({ name: "far__fits", arguments: {} });
    expect(fits.structuredContent).toEqual({ n: 1 });
  });
});
