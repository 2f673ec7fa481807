import { readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createRegistry } from "../../core/registry/create.ts";
import { readServerConfigs } from "../../core/mcp/client/config.ts";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { call, moody, openWithServers, toolSource } from "./harness.ts";

const PATIENCE = 60_000;

function installed(name: string): string {
  return createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/dist/index.js`);
}

describe("servers of the MCP project", () => {
  test("server-everything: what it gives becomes a result", { timeout: PATIENCE }, async () => {
    const { board } = await openWithServers({
      everything: { command: process.execPath, args: [installed("server-everything"), "stdio"] },
    });
    const names = createRegistry(board)
      .specs()
      .map(({ name }) => name);
    expect(names).toContain("everything__echo");
    const echoed = await call(board, "everything__echo", { message: "hello" });
    expect(echoed).toMatchObject({
      status: "ok",
      tool: "everything:echo",
      asked: ["everything:echo"],
    });
    expect(echoed.message).toContain("hello");
    const wrong = await call(board, "everything:echo", {});
    expect(wrong).toMatchObject({ status: "error", asked: [] });
  });

  test("server-filesystem: reads and writes where it may", { timeout: PATIENCE }, async () => {
    const { root } = makeWorkspace({ "note.txt": "what was written" });
    const { board } = await openWithServers({
      files: {
        command: process.execPath,
        args: [installed("server-filesystem"), root],
        trust: true,
        risk: { edit_file: "deny" },
      },
    });
    const risks = Object.fromEntries(
      board.tools.map((tool) => [tool.name, tool.description?.risk]),
    );
    expect(risks["files:read_text_file"]).toBe("read");
    expect(risks["files:write_file"]).toBe("write");
    expect(risks["files:edit_file"]).toBe("deny");
    const read = await call(board, "files:read_text_file", { path: `${root}/note.txt` });
    expect(read).toMatchObject({ status: "ok", asked: [] });
    expect(read.message).toContain("what was written");
    const outside = await call(board, "files:read_text_file", { path: "/etc/hostname" });
    expect(outside.status).toBe("error");
    expect((await call(board, "files:edit_file", {})).status).toBe("denied");
  });
});

describe("a server that misbehaves costs its own tools alone", () => {
  test.each(["late", "dead"])("%s", { timeout: PATIENCE }, async (mood) => {
    const { board } = await openWithServers(
      { bad: moody(mood), good: moody("good") },
      { patience: 3_000, files: { "tools/own.ts": toolSource('return "own";') } },
    );
    expect(board.tools.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "bad failed",
      "good:dies ok",
      "good:fine ok",
      "own ok",
    ]);
    for (const name of ["bad:fine", "bad__fine"]) {
      const called = await call(board, name);
      expect(called.status).toBe("error");
      expect(called.message).toMatch(/the MCP server bad can not be reached: /);
    }
    expect(board.diagnostics).toContainEqual(
      expect.objectContaining({ code: "mcp/unreachable", file: "usr/mcp.json" }),
    );
    expect(await call(board, "good:fine")).toMatchObject({ status: "ok", message: "did fine " });
  });

  test("one that prints what is no JSON is heard all the same", { timeout: PATIENCE }, async () => {
    const { board } = await openWithServers({ noisy: moody("wrong-json") });
    expect((await call(board, "noisy:fine")).status).toBe("ok");
  });

  test(
    "one that dies in a call fails that call, and is started again",
    { timeout: PATIENCE },
    async () => {
      const { workspace, board } = await openWithServers({ frail: moody("frail") });
      expect(workspace.root).not.toBe("");
      expect((await call(board, "frail:dies")).status).toBe("error");
      expect((await call(board, "frail:fine")).status).toBe("ok");
    },
  );

  test("a server that is not there is not tried at every call", { timeout: PATIENCE }, async () => {
    const log = `${makeWorkspace().root}/log`;
    const { servers, bare } = await openWithServers({ gone: moody("dead", {}, [log]) });
    for (let each = 0; each < 5; each += 1) await servers.addTo(bare);
    expect(readFileSync(log, "utf8").split("\n").length - 1).toBeLessThanOrEqual(2);
  });

  test("a schema that can not be used costs that tool", { timeout: PATIENCE }, async () => {
    const { board } = await openWithServers({ odd: moody("schema") });
    expect((await call(board, "odd:fine")).status).toBe("ok");
    const broken = await call(board, "odd:broken", { a: 1 });
    expect(broken).toMatchObject({ status: "error" });
    expect(broken.message).toMatch(/schema/i);
  });

  test("names that are illegal for models get legal ones", { timeout: PATIENCE }, async () => {
    const { board } = await openWithServers({ odd: moody("names") });
    const specs = createRegistry(board).specs();
    expect(specs).toHaveLength(3);
    for (const { name } of specs) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    const spaced = specs.find(({ tool }) => tool.includes("spaces"));
    expect(await call(board, spaced?.name ?? "")).toMatchObject({
      status: "ok",
      message: "did with spaces & more! ",
    });
    expect(board.diagnostics).toContainEqual(expect.objectContaining({ code: "mcp/name-taken" }));
  });

  test("1,000 tools over several pages", { timeout: PATIENCE }, async () => {
    const { board } = await openWithServers({ big: moody("thousand") });
    expect(board.tools).toHaveLength(1_000);
    expect((await call(board, "big__tool_999")).message).toBe("did tool_999 ");
  });

  test(
    "a tool that describes itself anew is another one, and is asked for again",
    { timeout: PATIENCE },
    async () => {
      const { servers, bare, board } = await openWithServers({ sly: moody("changing") });
      const changes: string[] = [];
      servers.onChange(() => void changes.push("changed"));
      const before = board.tools.find(({ name }) => name === "sly:fickle");
      expect((await call(board, "sly:fickle")).status).toBe("ok");
      for (let tries = 0; tries < 100 && changes.length === 0; tries += 1) await setTimeout(50);
      const stale = await call(board, "sly:fickle");
      expect(stale).toMatchObject({ status: "error" });
      expect(stale.message).toMatch(/differently/);
      const anew = await servers.addTo(bare);
      const after = anew.tools.find(({ name }) => name === "sly:fickle");
      expect(after?.description?.description).toBe("Now it does more.");
      expect(after?.fingerprint).not.toBe(before?.fingerprint);
      expect((await call(anew, "sly:fickle")).asked).toEqual(["sly:fickle"]);
    },
  );
});

describe("what is known", () => {
  test("is listed without starting the server", { timeout: PATIENCE }, async () => {
    const log = `${makeWorkspace().root}/log`;
    const first = await openWithServers({ once: moody("good", {}, [log]) });
    const { servers } = await openWithServers({});
    const again = await servers.addTo(first.bare);
    expect(again.tools.map(({ name }) => name)).toEqual(["once:dies", "once:fine"]);
    expect(readFileSync(log, "utf8")).toBe("started\n");
    expect((await servers.known(first.bare))[0]?.tools).toHaveLength(2);
  });

  test(
    "leaves nothing beside it, not even of who was killed while writing",
    { timeout: PATIENCE },
    async () => {
      const { workspace, servers, bare } = await openWithServers({ a: moody("good") });
      const file = workspace.path(".pegboard/mcp/a.json");
      const [old, fresh] = [`${file}.12.34`, `${file}.12.35`];
      const other = workspace.path(".pegboard/mcp/b.json.12.34");
      for (const left of [old, fresh, other]) writeFileSync(left, "{");
      const yesterday = new Date(Date.now() - 86_400_000);
      for (const left of [old, other]) utimesSync(left, yesterday, yesterday);
      await servers.test(bare, "a");
      expect(readdirSync(workspace.path(".pegboard/mcp")).sort()).toEqual([
        "a.json",
        "a.json.12.35",
        "b.json.12.34",
      ]);
    },
  );

  test("is not believed when the file names another server", { timeout: PATIENCE }, async () => {
    const { workspace, servers, bare } = await openWithServers({ same: moody("good") });
    const mcpServers = { same: moody("annotated") };
    writeFileSync(workspace.path("usr/mcp.json"), JSON.stringify({ mcpServers }));
    const board = await servers.addTo(bare);
    expect(board.tools.map(({ name }) => name)).toEqual(["same:look", "same:touch"]);
  });
});

test(
  "the risk is write, unless the file trusts the server or says it itself",
  { timeout: PATIENCE },
  async () => {
    const { board } = await openWithServers({
      plain: moody("annotated"),
      trusted: moody("annotated", { trust: true }),
      told: moody("annotated", { risk: { touch: "read" } }),
    });
    const risks = Object.fromEntries(
      board.tools.map((tool) => [tool.name, tool.description?.risk]),
    );
    expect(risks).toEqual({
      "plain:look": "write",
      "plain:touch": "write",
      "trusted:look": "read",
      "trusted:touch": "write",
      "told:look": "write",
      "told:touch": "read",
    });
  },
);

test("secrets are put in, and never told", { timeout: PATIENCE }, async () => {
  const env = { GIVEN: "§§secret(TOKEN)" };
  const { board } = await openWithServers(
    { given: moody("good", { env }), lacking: moody("good", { env: { GIVEN: "§§secret(NONE)" } }) },
    { secretValues: { TOKEN: "s3cr3t-value" } },
  );
  expect((await call(board, "given:fine")).message).toBe("did fine s3cr3t-value");
  const missing = board.diagnostics.find(({ code }) => code === "mcp/unreachable");
  expect(missing?.message).toContain("NONE");
  expect(JSON.stringify(board.diagnostics)).not.toContain("s3cr3t-value");
});

test(
  "a server that is started again gets the secrets as they are then",
  { timeout: PATIENCE },
  async () => {
    const env = { GIVEN: "§§secret(TOKEN)" };
    let value = "first-value";
    const { board } = await openWithServers(
      { frail: moody("frail", { env }) },
      { secrets: async () => secretsOf(new Map([["TOKEN", value]])) },
    );
    expect((await call(board, "frail:fine")).message).toBe("did fine first-value");
    value = "second-value";
    expect((await call(board, "frail:dies")).status).toBe("error");
    expect((await call(board, "frail:fine")).message).toBe("did fine second-value");
  },
);

test("a profile's file is stronger than the user's, and can switch a server off", async () => {
  const { bare } = await openWithServers(
    { a: { command: "usr" }, b: { command: "usr" } },
    {
      patience: 100,
      files: {
        "agents/default/mcp.json": JSON.stringify({
          mcpServers: { a: { command: "profile" }, b: { command: "x", disabled: true } },
        }),
      },
    },
  );
  const { servers } = await readServerConfigs(bare);
  expect(servers).toMatchObject([
    { name: "a", command: "profile", file: "agents/default/mcp.json" },
  ]);
});
