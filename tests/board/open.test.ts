import { sep } from "node:path";
import { describe, expect, test } from "vitest";
import { createLoader } from "../../core/board/load.ts";
import { openBoard } from "../../core/board/open.ts";
import { nearNames } from "../../core/board/suggest.ts";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import { answerOf, boardOf, findings, openOwn, run, standings, toolOf } from "./boards.ts";

function agent(front: string): string {
  return `---\n${front}\n---\nYou help.\n`;
}

function counter(step: number): string {
  return `let n = 0; export const next = () => (n += ${step});`;
}

async function rootOf(cwd: string): Promise<string> {
  return (await openBoard({ cwd, packageRoot: null })).root;
}

describe("which tools a profile has", () => {
  const FILES = {
    "tools/session_search.ts": toolSource("a"),
    "tools/memory.ts": toolSource("b"),
    "tools/broken.ts": "throw new Error('boom');",
  };

  test.each([
    { tools: "title: T", expected: ["broken failed", "memory ok", "session_search ok"] },
    {
      tools: "tools: []",
      expected: ["broken failed", "memory disabled", "session_search disabled"],
    },
    {
      tools: "tools: [memory]",
      expected: ["broken failed", "memory ok", "session_search disabled"],
    },
    {
      tools: "tools: [broken]",
      expected: ["broken failed", "memory disabled", "session_search disabled"],
    },
  ])("$tools → $expected", async ({ tools, expected }) => {
    const board = await boardOf({ ...FILES, "agents/default/agent.md": agent(tools) });
    expect(standings(board)).toEqual(expected);
  });

  test("one that the profile does not have is described all the same", async () => {
    const board = await boardOf({ ...FILES, "agents/default/agent.md": agent("tools: []") });
    const tool = toolOf(board, "memory");
    expect(tool).toMatchObject({
      error: "the profile default does not have it among its tools",
      description: { description: "Answers b.", risk: "read" },
    });
    await expect(tool.load()).rejects.toThrow("memory can not be called");
  });

  test("a name that no plugin provides stops the start", async () => {
    const workspace = makeWorkspace({
      ...FILES,
      "agents/default/agent.md": "---\ntitle: T\ntools:\n  - memory\n  - sesion_search\n---\n",
      "agents/p/agent.md": "---\ntitle: P\n---\n",
    });
    for (const profile of ["default", "p"]) {
      const opening = openOwn(workspace, { profile });
      await expect(opening).rejects.toMatchObject({
        name: "ProfileError",
        file: workspace.path("agents/default/agent.md"),
        line: 5,
        problem: `The profile "${profile}" lists the tool "sesion_search", which no plugin provides; did you mean session_search?`,
        hint: expect.any(String),
      });
    }
  });

  test("the tool of a plugin that is off is told, and the start goes on", async () => {
    const board = await boardOf({
      "plugins/p/tools/x.ts": toolSource("x"),
      "plugins/p/.toggle-0": "",
      "agents/default/agent.md": agent("tools: [x]"),
    });
    expect(standings(board)).toEqual(["x disabled"]);
    expect(findings(board)).toEqual(["profile/tool-off agents/default/agent.md"]);
  });

  test.each([
    ["risk: deny in the tool", `risk: "deny"`, "title: T", "denied", "its own risk is deny"],
    [
      "deny in the profile",
      `risk: "read"`,
      "approvals: { tools: { x: deny } }",
      "denied",
      "the profile default denies it",
    ],
    [
      "allow in the profile does not lift it",
      `risk: "deny"`,
      "approvals: { tools: { x: allow } }",
      "denied",
      "its own risk is deny",
    ],
    ["the risk's rule is for calls", `risk: "write"`, "approvals: { write: deny }", "ok", null],
  ])("%s", async (_, risk, front, status, error) => {
    const board = await boardOf({
      "tools/x.ts": `import { defineTool } from "pegboard";
export default defineTool({ description: "A tool.", ${risk}, execute: () => "x" });`,
      "agents/default/agent.md": agent(front),
    });
    expect(toolOf(board, "x")).toMatchObject({ status, error });
  });

  test("an approval rule for a tool that is not there is told", async () => {
    const board = await boardOf({
      ...FILES,
      "agents/default/agent.md": agent("approvals: { tools: { memroy: deny } }"),
    });
    const told = board.diagnostics.find(({ code }) => code === "profile/unknown-tool");
    expect(told?.message).toContain('"memroy", and there is no such tool; did you mean memory?');
  });
});

describe("what a tool file may export", () => {
  test("the default is the tool, whatever it re-exports", async () => {
    const board = await boardOf({
      "tools/x.ts": toolSource("x"),
      "tools/y.ts": `import x from "./x.ts"; export { default as x } from "./x.ts"; export const also = x;
${toolSource("y").replace('import { z } from "zod";', 'import { z } from "zod"; export * from "./x.ts";')}`,
    });
    expect(standings(board)).toEqual(["x ok", "y ok"]);
    expect(await answerOf(board, "y")).toBe("y");
  });

  test("a class that extends Tool, called what its file is called", async () => {
    const board = await boardOf({
      "tools/n8n_webhook.ts": `import { Response, Tool } from "pegboard";
export default class N8nWebhookTool extends Tool {
  static override description = "Calls a webhook.";
  static override risk = "write" as const;
  execute() { return new Response({ message: "called", break_loop: false }); }
}`,
    });
    expect(standings(board)).toEqual(["n8n_webhook ok"]);
    const names = board.tools.map(({ name }) => name);
    expect(nearNames("N8nWebhookTool", names)).toEqual(["n8n_webhook"]);
    expect(run(await toolOf(board, "n8n_webhook").load())).toMatchObject({ message: "called" });
  });

  const TOOL = `import { defineTool } from "pegboard";\nconst weather = defineTool({ description: "A tool.", execute: () => "x" });`;
  test.each([
    [
      `${TOOL}\nexport { weather };`,
      "no default export, and the named export weather (a tool)",
      "export default weather;",
    ],
    [
      `export default { description: "x", execute() {} };`,
      "an object with description, execute as the default export",
      "defineTool({ … })",
    ],
    [`export default class Weather {}`, "a class as the default export", "defineTool({ … })"],
    [
      `export default () => 1; export const a = 1, b = "";`,
      "a function as the default export, and the named exports a (a number), b (a string)",
      "defineTool({ … })",
    ],
    [`export default null;`, "null as the default export", "defineTool({ … })"],
    [`module.exports = [1];`, "an array as the default export", "defineTool({ … })"],
    [
      `import { defineExtension } from "pegboard"; export default defineExtension("agent_init", () => {});`,
      "an extension as the default export",
      "defineTool({ … })",
    ],
    [`const nothing = 1;`, "no default export", "export default defineTool({ … });"],
  ])("%j: what was expected and what was found is shown", async (source, found, hint) => {
    const board = await boardOf({ "tools/x.ts": source });
    const [told] = board.diagnostics;
    expect(told).toMatchObject({ code: "tool/no-default-export", file: "tools/x.ts" });
    expect(told?.message).toBe(
      `expected \`export default defineTool({ description, args, execute })\` or a default class that extends Tool; found ${found}`,
    );
    expect(told?.hint).toContain(hint);
    expect(toolOf(board, "x")).toMatchObject({ status: "failed", description: null });
  });
});

test("files that exit, hang, loop or throw anything fail by themselves, and the board opens in time", async () => {
  const began = Date.now();
  const board = await boardOf(
    {
      "tools/exits.ts": "process.exit(0);",
      "tools/hangs_a.ts": "await new Promise(() => {});",
      "tools/hangs_b.ts": `import "./hangs_a.ts";`,
      "tools/loops.ts": "for (;;);",
      "tools/throws.ts": `throw "boom";`,
      "tools/works.ts": toolSource("works"),
    },
    { loadTimeoutMs: 2000 },
  );
  expect(Date.now() - began).toBeLessThan(20_000);
  expect(board.tools.map(({ name, status, error }) => [name, status, error])).toEqual([
    ["exits", "failed", "tools/exits.ts:1: it called process.exit(0)"],
    ["hangs_a", "failed", "tools/hangs_a.ts: it was not loaded within 2000 ms"],
    ["hangs_b", "failed", "tools/hangs_b.ts: it was not loaded within 2000 ms"],
    ["loops", "failed", expect.stringContaining("2000 ms")],
    ["throws", "failed", "tools/throws.ts: it threw 'boom'"],
    ["works", "ok", null],
  ]);
  expect(await answerOf(board, "works")).toBe("works");
});

test.each(["with space", "a#b", "100%", "a%20b", "größe-文"])(
  "a workspace in a folder called %s",
  async (name) => {
    const workspace = makeWorkspace(
      {
        "plugins/p/package.json": `{ "dependencies": { "dep": "1.0.0" } }`,
        "plugins/p/node_modules/dep/package.json": `{ "name": "dep", "type": "module", "exports": "./i.js" }`,
        "plugins/p/node_modules/dep/i.js": `export const word = "dep";`,
        "plugins/p/tools/x.ts": toolSource("x").replace(
          `import { z }`,
          `import { word } from "dep"; import { own } from "./_own.mjs"; export { word, own }; import { z }`,
        ),
        "plugins/p/tools/_own.mjs": "export const own = import.meta.url;",
        "plugins/p/tools/x.ts.dox.md": "",
        "plugins/p/prompts/agent.system.tool.x.md": "x",
        "extensions/system_prompt/a.ts": `import { defineExtension } from "pegboard"; export default defineExtension("system_prompt", () => "a");`,
      },
      { name },
    );
    const board = await openOwn(workspace, { root: undefined, cwd: workspace.path("plugins/p") });
    expect(board.root).toBe(workspace.root);
    expect(standings(board)).toContain("x ok");
    expect(board.extensions.system_prompt).toHaveLength(1);
    expect(toolOf(board, "x").prompt).toBe(
      workspace.path("plugins/p/prompts/agent.system.tool.x.md"),
    );
  },
);

test.skipIf(sep === "\\")("a backslash in the path of a workspace is no separator", async () => {
  const board = await openOwn(makeWorkspace({ "tools/x.ts": toolSource("x") }, { name: "a\\b" }));
  expect(await answerOf(board, "x")).toBe("x");
});

describe("a later board", () => {
  test("sees an edited helper in all tools that share it, and the older one keeps its own", async () => {
    const tool = `import { defineTool } from "pegboard"; import { next } from "./lib/helper.ts";
export default defineTool({ description: "Counts.", execute: () => next() });`;
    const workspace = makeWorkspace({
      "plugins/p/tools/a.ts": tool,
      "plugins/p/tools/b.ts": tool,
      "plugins/p/tools/lib/helper.ts": counter(1),
      "tools/other.ts": toolSource("other"),
    });
    const loader = createLoader({ roots: [workspace.root] });
    const before = await openOwn(workspace, { loader });
    expect([await answerOf(before, "a"), await answerOf(before, "b")]).toEqual([1, 2]);

    workspace.write({ "plugins/p/tools/lib/helper.ts": counter(10) });
    loader.forget([workspace.path("plugins/p/tools/lib/helper.ts")]);
    const after = await openOwn(workspace, { loader });
    expect([await answerOf(after, "a"), await answerOf(after, "b")]).toEqual([10, 20]);
    expect(await answerOf(before, "a")).toBe(3);

    const print = (board: typeof before, name: string) => toolOf(board, name).fingerprint;
    expect(print(after, "a")).not.toBe(print(before, "a"));
    expect(print(after, "other")).toBe(print(before, "other"));
    expect(await toolOf(after, "other").load()).toBe(await toolOf(before, "other").load());
  });

  test("of an unchanged workspace has the same fingerprints", async () => {
    const workspace = makeWorkspace({ "tools/x.ts": toolSource("x"), "tools/y.ts": "throw 1;" });
    const prints = async () => (await openOwn(workspace)).tools.map((tool) => tool.fingerprint);
    const first = await prints();
    expect(await prints()).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });
});

describe("a board", () => {
  test("can not be changed, and changes nothing of the workspace", async () => {
    const workspace = makeWorkspace({
      "tools/x.ts": toolSource("x"),
      "plugins/p/plugin.md": "---\nsettings: { a: { b: [1] } }\n---\n",
      "agents/default/agent.md": agent("tools: [x]\napprovals: { tools: { x: ask } }"),
    });
    const board = await openOwn(workspace);
    const frozen = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(board)).toBe(true);
    expect(board.tools[0]?.description?.self?.inputSchema).toMatchObject({ type: "object" });
    board.find("tools", "x.ts").concat(board.list("tools"));
    expect(board.find("tools", "x.ts")).toHaveLength(1);
    expect(() => Object.assign(board.list("tools")[0] ?? {}, { file: "x" })).toThrow(TypeError);

    const { readdirSync } = await import("node:fs");
    // But for what it remembers of it.
    expect(readdirSync(workspace.root).sort()).toEqual([".pegboard", "agents", "plugins", "tools"]);
    expect(readdirSync(workspace.path(".pegboard"))).toEqual(["manifest.json"]);
  });

  test("finds files of each kind by name through the layers, also nested ones", async () => {
    const board = await boardOf({
      "prompts/a.md": "root",
      "prompts/parts/b.md": "root",
      "prompts/a.md.vars.ts": "export default {};",
      "prompts/.draft.md": "",
      "plugins/p/prompts/a.md": "plugin",
      "usr/prompts/parts/b.md": "user",
      "skills/pdf/SKILL.md": "skill",
      "plugins/p/skills/pdf/scripts/run.py": "skill",
      "tools/x.ts": toolSource("x"),
    });
    const found = (kind: "prompts" | "skills" | "tools", name: string) =>
      board.find(kind, name).map(({ file, layer }) => `${layer.kind} ${board.relative(file)}`);
    expect(found("prompts", "a.md")).toEqual([
      "plugin plugins/p/prompts/a.md",
      "root prompts/a.md",
    ]);
    expect(found("prompts", "parts/b.md")).toEqual([
      "user usr/prompts/parts/b.md",
      "root prompts/parts/b.md",
    ]);
    expect(found("skills", "pdf/SKILL.md")).toEqual(["root skills/pdf/SKILL.md"]);
    expect(found("tools", "x.ts")).toEqual(["root tools/x.ts"]);
    expect(board.list("prompts").map(({ name }) => name)).toEqual([
      "a.md",
      "a.md.vars.ts",
      "parts/b.md",
    ]);
    expect(board.list("skills").map(({ name }) => name)).toEqual([
      "pdf/SKILL.md",
      "pdf/scripts/run.py",
    ]);
  });

  test.each(["../secrets", "a/b", "", "__proto__", "constructor", "toString", "/etc/passwd", "."])(
    "looks a name up and builds no path of it: %j",
    async (name) => {
      const workspace = makeWorkspace({ "tools/x.ts": toolSource("x"), "secrets.md": "secret" });
      const board = await openOwn(workspace);
      for (const kind of ["tools", "prompts", "extensions", "skills"] as const) {
        expect(board.find(kind, name)).toEqual([]);
      }
      await expect(openOwn(workspace, { profile: name })).rejects.toMatchObject({
        name: "ProfileError",
      });
    },
  );
});

describe("where there is no workspace", () => {
  test("in or above the current folder", async () => {
    const cwd = makeFolder();
    await expect(openBoard({ cwd })).rejects.toMatchObject({
      name: "WorkspaceError",
      message: expect.stringContaining(cwd),
      hint: expect.stringContaining("pegboard init"),
    });
  });

  test.each(["", "none"])("at a root that was named: %j", async (name) => {
    const cwd = makeFolder();
    await expect(openBoard({ cwd, root: name })).rejects.toMatchObject({
      name: "WorkspaceError",
      message: expect.stringContaining(cwd),
      hint: expect.stringContaining("pegboard init"),
    });
  });

  test("the nearest one upwards is taken; one that is named needs no agent of its own", async () => {
    const outer = makeWorkspace({
      "inner/agents/default/agent.md": agent("title: Inner"),
      "inner/src/deep/x.txt": "",
      "src/x.txt": "",
      "bare/tools/x.ts": toolSource("x"),
    });
    expect(await rootOf(outer.path("inner/src/deep"))).toBe(outer.path("inner"));
    expect(await rootOf(outer.path("src"))).toBe(outer.root);
    const named = await openBoard({ cwd: outer.root, root: "bare" });
    expect(named.root).toBe(outer.path("bare"));
    expect(toolOf(named, "x").status).toBe("ok");
  });
});

describe("a profile that can not be read stops the start, with file and line", () => {
  test.each([
    ["description: Rule: text", 2],
    ["title: T\ntoolz: []", 3],
    ["title: T\n\nlimits: { rounds: many }", 4],
    ["extends: nobody", 2],
  ])("%j", async (front, line) => {
    const workspace = makeWorkspace({ "agents/p/agent.md": agent(front) });
    await expect(openOwn(workspace, { profile: "p" })).rejects.toMatchObject({
      name: "ProfileError",
      file: workspace.path("agents/p/agent.md"),
      line,
    });
  });

  test("front matter that asks for JavaScript is not run", async () => {
    const workspace = makeWorkspace({
      "agents/p/agent.md": "---js\n{ title: (globalThis.pwned = true) }\n---\n",
      "plugins/p/plugin.md": "---js\n{ title: (globalThis.pwned = true) }\n---\n",
    });
    await expect(openOwn(workspace, { profile: "p" })).rejects.toMatchObject({ line: 1 });
    expect(findings(await openOwn(workspace))).toEqual(["plugin/invalid plugins/p/plugin.md:1"]);
    expect(Reflect.has(globalThis, "pwned")).toBe(false);
  });
});
