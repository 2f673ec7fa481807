import { describe, expect, test } from "vitest";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import { answerOf, boardOf, findings, openOwn, reasonFor, standings, toolOf } from "./boards.ts";

function source(risk: string, more = ""): string {
  return `import { defineTool } from "pegboard";
export default defineTool({ description: "A tool.", risk: "${risk}", execute: () => "x", ${more} });`;
}

function method(risk: string): string {
  return `methods: { run: { description: "Runs.", risk: "${risk}", execute: () => "y" } }`;
}

describe("a higher layer's tool overrides a lower one", () => {
  const PLACES = [
    "usr/agents/p/tools",
    "usr/plugins/shipper/agents/p/tools",
    "plugins/packer/agents/p/tools",
    "agents/p/tools",
    "usr/agents/default/tools",
    "agents/default/tools",
    "usr/tools",
    "usr/plugins/aaa/tools",
    "plugins/zzz/tools",
    "tools",
  ];

  test("in the order of the ladder, for the tool as for its fragment", async () => {
    const files = Object.fromEntries(
      PLACES.flatMap((place) => [
        [`${place}/note_save.ts`, toolSource(place)],
        [`${place.replace(/tools$/, "prompts")}/agent.system.tool.note_save.md`, place],
      ]),
    );
    const workspace = makeWorkspace({ ...files, "agents/p/agent.md": "---\ntitle: P\n---\n" });
    for (const [index, place] of PLACES.entries()) {
      const board = await openOwn(workspace, { profile: "p" });
      const tool = toolOf(board, "note_save");
      expect(await answerOf(board, "note_save")).toBe(place);
      expect(board.relative(tool.prompt ?? "")).toBe(
        `${place.replace(/tools$/, "prompts")}/agent.system.tool.note_save.md`,
      );
      expect(tool.shadows.map((file) => board.relative(file))).toEqual(
        PLACES.slice(index + 1).map((lower) => `${lower}/note_save.ts`),
      );
      workspace.remove(`${place}/note_save.ts`);
      workspace.remove(`${place.replace(/tools$/, "prompts")}/agent.system.tool.note_save.md`);
    }
    expect(standings(await openOwn(workspace, { profile: "p" }))).toEqual([]);
  });

  test.each([
    ["tools/x.ts", "local:x"],
    ["usr/tools/x.ts", "local:x"],
    ["plugins/notes/tools/x.ts", "plugin:notes:x"],
    ["usr/plugins/mine/tools/x.ts", "plugin:mine:x"],
    ["agents/default/tools/x.ts", "profile:default:x"],
    ["usr/agents/default/tools/x.ts", "profile:default:x"],
    ["plugins/notes/agents/default/tools/x.ts", "profile:default:x"],
  ])("%s has the identity %s", async (file, id) => {
    expect(toolOf(await boardOf({ [file]: toolSource("x") }), "x").id).toBe(id);
  });

  test("the tools of another profile are not there", async () => {
    const board = await boardOf({
      "agents/other/agent.md": "---\ntitle: Other\n---\n",
      "agents/other/tools/x.ts": toolSource("x"),
      "usr/agents/other/tools/y.ts": toolSource("y"),
    });
    expect(standings(board)).toEqual([]);
  });

  test("the user's wins whatever the plugins are called, and loses its name when it is off", async () => {
    const workspace = makeWorkspace({
      "plugins/core_notes/tools/note_save.ts": toolSource("bundled"),
      "usr/plugins/my_notes/tools/note_save.ts": toolSource("mine"),
    });
    const before = await openOwn(workspace);
    expect(await answerOf(before, "note_save")).toBe("mine");
    expect(toolOf(before, "note_save").shadows).toEqual([
      workspace.path("plugins/core_notes/tools/note_save.ts"),
    ]);

    workspace.write({ "usr/plugins/my_notes/.toggle-0": "" });
    const after = await openOwn(workspace);
    expect(await answerOf(after, "note_save")).toBe("bundled");
    expect(toolOf(after, "note_save").shadows).toEqual([]);
    expect(reasonFor(after, "usr/plugins/my_notes/tools/note_save.ts")).toBe(
      "its plugin my_notes is off (usr/plugins/my_notes/.toggle-0)",
    );
  });

  test("a profile can override just the wording", async () => {
    const board = await boardOf({
      "plugins/notes/tools/x.ts": toolSource("x"),
      "plugins/notes/prompts/agent.system.tool.x.md": "plain",
      "agents/default/prompts/agent.system.tool.x.md": "special",
    });
    const tool = toolOf(board, "x");
    expect(board.relative(tool.file ?? "")).toBe("plugins/notes/tools/x.ts");
    expect(board.relative(tool.prompt ?? "")).toBe("agents/default/prompts/agent.system.tool.x.md");
  });
});

describe("lowering the risk of what it shadows is told", () => {
  test.each([
    ["write", "read", ["tool/lower-risk usr/plugins/u/tools/x.ts"]],
    ["deny", "write", ["tool/lower-risk usr/plugins/u/tools/x.ts"]],
    ["read", "write", []],
    ["write", "write", []],
  ])("%s → %s", async (lower, higher, expected) => {
    const board = await boardOf({
      "tools/x.ts": source(lower),
      "usr/plugins/u/tools/x.ts": source(higher),
    });
    expect(findings(board)).toEqual(expected);
  });

  test("also that of one method, and of a file further down", async () => {
    const board = await boardOf({
      "tools/x.ts": source("write", method("write")),
      "plugins/p/tools/x.ts": source("read", method("read")),
      "usr/plugins/u/tools/x.ts": source("read", method("read")),
    });
    const told = board.diagnostics.filter(({ code }) => code === "tool/lower-risk");
    expect(told.map(({ message }) => message)).toEqual([
      "x has the risk read; tools/x.ts, which it overrides, has write",
      "x:run has the risk read; tools/x.ts, which it overrides, has write",
    ]);
  });

  test("a shadowed file that can not be loaded harms nobody", async () => {
    const board = await boardOf({
      "tools/x.ts": "throw 1;",
      "usr/plugins/u/tools/x.ts": source("read"),
    });
    expect(standings(board)).toEqual(["x ok"]);
    expect(findings(board)).toEqual([]);
  });
});

describe("two tools of one name in the same layer kind", () => {
  test("the first in name order stays, the other is rejected, both are named", async () => {
    const board = await boardOf({
      "usr/plugins/zulu/tools/x.ts": toolSource("zulu"),
      "usr/plugins/alpha/tools/x.ts": toolSource("alpha"),
      "plugins/beta/tools/x.ts": toolSource("beta"),
    });
    expect(await answerOf(board, "x")).toBe("alpha");
    expect(toolOf(board, "x").shadows.map((file) => board.relative(file))).toEqual([
      "plugins/beta/tools/x.ts",
    ]);
    const [told] = board.diagnostics.filter(({ code }) => code === "tool/duplicate-name");
    expect(told?.message).toContain("usr/plugins/zulu/tools/x.ts");
    expect(told?.message).toContain("usr/plugins/alpha/tools/x.ts");
    expect(told?.severity).toBe("error");
  });

  test("two files of one folder", async () => {
    const board = await boardOf({
      "tools/a.ts": toolSource("ts"),
      "tools/a.js": toolSource("js"),
    });
    expect(standings(board)).toEqual(["a ok"]);
    expect(await answerOf(board, "a")).toBe("js");
    const [told] = board.diagnostics.filter(({ code }) => code === "tool/duplicate-name");
    expect(told?.message).toMatch(/tools\/a\.ts.*tools\/a\.js/);
  });

  test("the later one does not take over when the first is broken", async () => {
    const board = await boardOf({
      "usr/plugins/alpha/tools/x.ts": "throw new Error('boom');",
      "usr/plugins/zulu/tools/x.ts": toolSource("zulu"),
    });
    expect(standings(board)).toEqual(["x failed"]);
  });
});

describe("a file that can not be used never falls through to the layer below", () => {
  test.each([
    ["it throws", "\nthrow new Error('boom');", "usr/plugins/u/tools/shell.ts:2: boom"],
    ["its syntax", "const = 1;", "usr/plugins/u/tools/shell.ts:1:7: Unexpected token"],
    ["no default", "export const a = 1;", "usr/plugins/u/tools/shell.ts: expected `export default"],
  ])("%s", async (_, broken, error) => {
    const board = await boardOf({
      "tools/shell.ts": toolSource("unsandboxed"),
      "usr/plugins/u/tools/shell.ts": broken,
      "tools/other.ts": toolSource("other"),
    });
    expect(standings(board)).toEqual(["other ok", "shell failed"]);
    const shell = toolOf(board, "shell");
    expect(shell.error?.startsWith(error)).toBe(true);
    await expect(shell.load()).rejects.toThrow(error);
    await expect(shell.load()).rejects.toMatchObject({ name: "ToolUnavailable" });
    expect(shell.shadows).toEqual([expect.stringContaining("/tools/shell.ts")]);
    expect(await answerOf(board, "other")).toBe("other");
  });

  test("a fault of its helper names the helper and the tool", async () => {
    const board = await boardOf({
      "tools/x.ts": `import { defineTool } from "pegboard";\nimport { a } from "./lib/a.ts";\nexport default defineTool({ description: a });`,
      "tools/lib/a.ts": "\nexport const a = ;",
    });
    expect(toolOf(board, "x").error).toBe(
      "tools/lib/a.ts:2:18: Unexpected token (imported by tools/x.ts)",
    );
    expect(findings(board)).toEqual(["tool/load-failed tools/lib/a.ts:2"]);
  });

  test("what a tool says of itself is wrong", async () => {
    const board = await boardOf({
      "tools/x.ts": toolSource("low"),
      "usr/plugins/u/tools/x.ts": `import { defineTool } from "pegboard";
export default defineTool({ description: "A tool.", risk: "harmless", execute: () => "high" });`,
    });
    expect(standings(board)).toEqual(["x failed"]);
    expect(toolOf(board, "x").error).toContain("usr/plugins/u/tools/x.ts: ");
    expect(toolOf(board, "x").error).toContain("risk");
  });

  test("its plugin's own files are broken", async () => {
    const board = await boardOf({
      "tools/x.ts": toolSource("low"),
      "usr/plugins/u/tools/x.ts": toolSource("high"),
      "usr/plugins/u/plugin.md": "---\ntitle: A: B\n---\n",
      "plugins/p/tools/y.ts": toolSource("y"),
      "usr/plugins/p/settings.yaml": "folder: [",
    });
    expect(standings(board)).toEqual(["x failed", "y failed"]);
    expect(toolOf(board, "x").error).toContain("usr/plugins/u/plugin.md:2");
    expect(toolOf(board, "y").error).toContain("usr/plugins/p/settings.yaml:1");
    expect(findings(board)).toEqual([
      "plugin/invalid usr/plugins/p/settings.yaml:1",
      "plugin/invalid usr/plugins/u/plugin.md:2",
    ]);
  });
});
