import { chmodSync, mkdirSync } from "node:fs";
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace, toolSource } from "../support/workspace.ts";
import { answerOf, boardOf, findings, openOwn, reasonFor, standings } from "./boards.ts";

describe("what is a tool by its name", () => {
  test("names that merely end in `test` are", async () => {
    const board = await boardOf({
      "tools/latest.ts": toolSource("a"),
      "tools/contest.ts": toolSource("b"),
      "tools/a-b_9.ts": toolSource("c"),
      [`tools/${"x".repeat(64)}.ts`]: toolSource("d"),
    });
    expect(standings(board)).toEqual([
      "a-b_9 ok",
      "contest ok",
      "latest ok",
      `${"x".repeat(64)} ok`,
    ]);
    expect(findings(board)).toEqual([]);
    expect(board.ignored).toEqual([]);
  });

  test("whatever else lies there is ignored, each with its reason, and never run", async () => {
    const run = "throw new Error('must not run');";
    const board = await boardOf({
      "tools/a.test.ts": run,
      "tools/a.spec.ts": run,
      "tools/a.d.ts": "export {};",
      "tools/_helper.ts": run,
      "tools/.hidden.ts": run,
      "tools/__tests__/helper.ts": run,
      "tools/deep/down/x.ts": run,
      "tools/foo._ts": run,
      "tools/README.md": "# Tools",
      "tools/gone.ts.dox.md": "---\n---\n",
      "usr/plugins/p/tools/b.test.mts": run,
    });
    expect(standings(board)).toEqual([]);
    expect(Object.fromEntries(board.ignored.map(({ file, reason }) => [file, reason]))).toEqual({
      "tools/a.test.ts": "a test",
      "tools/a.spec.ts": "a test",
      "tools/a.d.ts": "a type declaration",
      "tools/_helper.ts": "its name begins with an underscore",
      "tools/.hidden.ts": "its name begins with a dot",
      "tools/__tests__/helper.ts": "in a sub-folder of tools/",
      "tools/deep/down/x.ts": "in a sub-folder of tools/",
      "tools/foo._ts": "not a ts, mts, cts, js, mjs or cjs file",
      "tools/README.md": "not a ts, mts, cts, js, mjs or cjs file",
      "tools/gone.ts.dox.md": "the contract of gone.ts, which is not there",
      "usr/plugins/p/tools/b.test.mts": "a test",
    });
  });

  test.each([
    ["calendar.update.ts", "calendar_update.ts"],
    ["my tool.ts", "my_tool.ts"],
    ["é.ts", "e.ts"],
    ["a__b.ts", "a_b.ts"],
    ["9lives.mjs", "lives.mjs"],
    [`${"x".repeat(65)}.ts`, `${"x".repeat(64)}.ts`],
  ])("%s is refused with the rule, and a better name", async (name, better) => {
    const board = await boardOf({ [`tools/${name}`]: "throw new Error('must not run');" });
    expect(standings(board)).toEqual([]);
    const [told, ...others] = board.diagnostics;
    expect(others).toEqual([]);
    expect(told).toMatchObject({
      code: "tool/bad-name",
      severity: "error",
      file: `tools/${name}`,
      hint: `Rename the file, for instance to ${better}.`,
    });
    expect(told?.message).toContain("begins with a letter, has at most 64");
    expect(reasonFor(board, `tools/${name}`)).toContain("not a legal name");
  });

  test("a contract beside its tool is the tool's; a fragment is found by the tool's name", async () => {
    const workspace = makeWorkspace({
      "tools/x.mts": toolSource("x"),
      "tools/x.mts.dox.md": "---\n---\n",
      "prompts/agent.system.tool.x.md": "x",
      "tools/y.ts": toolSource("y"),
    });
    const board = await openOwn(workspace);
    expect(board.tools).toMatchObject([
      {
        name: "x",
        dox: workspace.path("tools/x.mts.dox.md"),
        prompt: workspace.path("prompts/agent.system.tool.x.md"),
      },
      { name: "y", dox: null, prompt: null },
    ]);
    expect(board.diagnostics).toMatchObject([
      { code: "dox/missing", severity: "error", file: "tools/y.ts" },
      { code: "prompt/missing", severity: "warning", file: "tools/y.ts" },
    ]);
  });
});

describe("links", () => {
  test("inside the workspace they are followed, wherever they are", async () => {
    const workspace = makeWorkspace({
      "shared/real.ts": `import { x } from "./lib.ts"; ${toolSource("real")}; void x;`,
      "shared/lib.ts": "export const x = 1;",
      "store/box/tools/boxed.ts": toolSource("boxed"),
      "more-tools/z.ts": toolSource("z"),
      "words/agent.system.tool.z.md": "z",
    });
    workspace.link("tools/x.ts", "../shared/real.ts");
    workspace.link("plugins/box", "../store/box");
    workspace.link("agents/default/tools", "../../more-tools");
    workspace.link("prompts", "words");
    const board = await openOwn(workspace);
    expect(standings(board)).toEqual(["boxed ok", "x ok", "z ok"]);
    expect(await answerOf(board, "x")).toBe("real");
    expect(await answerOf(board, "boxed")).toBe("boxed");
    expect(board.tools.map(({ id }) => id)).toEqual([
      "plugin:box:boxed",
      "local:x",
      "profile:default:z",
    ]);
    expect(board.find("prompts", "agent.system.tool.z.md")).toHaveLength(1);
    expect(findings(board)).toEqual([]);
  });

  test("outside, in a circle and to nowhere they are reported and not followed", async () => {
    const outside = makeFolder();
    const workspace = makeWorkspace({ "prompts/sub/a.md": "a" });
    const away = makeWorkspace({
      "x.ts": "throw new Error('must not run');",
      "plugin/tools/y.ts": "throw new Error('must not run');",
    });
    workspace.link("tools/x.ts", away.path("x.ts"));
    workspace.link("plugins/away", away.path("plugin"));
    workspace.link("usr", outside);
    workspace.link("tools/self.ts", "self.ts");
    workspace.link("tools/gone.ts", "gone-away.ts");
    workspace.link("prompts/sub/up", "..");
    workspace.link("plugins/all", "../plugins");
    workspace.link("skills", ".");
    workspace.link("extensions/tool_execute_after/one", "../../prompts/one");
    workspace.link("prompts/one", "../prompts-two");
    workspace.link("prompts-two/two", "../prompts");
    const board = await openOwn(workspace);
    expect(standings(board)).toEqual([]);
    expect(board.plugins).toEqual([]);
    expect(Object.fromEntries(board.ignored.map(({ file, reason }) => [file, reason]))).toEqual({
      "tools/x.ts": `a link that leads outside, to ${away.path("x.ts")}`,
      "plugins/away": `a link that leads outside, to ${away.path("plugin")}`,
      usr: `a link that leads outside, to ${outside}`,
      "tools/self.ts": "a link that leads in a circle",
      "tools/gone.ts": "a link that leads nowhere, to gone-away.ts",
      "prompts/sub/up": "a link that leads in a circle",
      "plugins/all": "a link that leads in a circle",
      skills: "a link that leads in a circle",
      "prompts/one/two": "a link that leads in a circle",
      "extensions/tool_execute_after/one/two/one": "a link that leads in a circle",
      "extensions/tool_execute_after/one/two/sub/a.md": "in a sub-folder of tool_execute_after/",
      "extensions/tool_execute_after/one/two/sub/up": "a link that leads in a circle",
    });
    const told = board.diagnostics.filter(({ code }) => code.endsWith("/not-read"));
    expect(told.map(({ file }) => file)).toEqual(
      expect.arrayContaining(["tools/x.ts", "plugins/away", "usr", "tools/self.ts", "skills"]),
    );
  });

  test("one that leads outside holds the name it would override", async () => {
    const away = makeWorkspace({ "shell.ts": toolSource("sandboxed") });
    const workspace = makeWorkspace({ "tools/shell.ts": toolSource("unsandboxed") });
    workspace.link("usr/plugins/safe/tools/shell.ts", away.path("shell.ts"));
    const board = await openOwn(workspace);
    expect(standings(board)).toEqual(["shell failed"]);
    expect(board.tools[0]?.error).toContain("a link that leads outside");
  });

  test("the workspace itself may be named by a link", async () => {
    const workspace = makeWorkspace({ "tools/x.ts": "\nthrow new Error('boom');" });
    workspace.link("../named", workspace.root);
    const root = workspace.path("../named");
    const board = await openOwn(workspace, { root });
    expect(board.root).toBe(root);
    expect(board.tools[0]?.error).toBe("tools/x.ts:2: boom");
    expect(findings(board)).toEqual(["tool/load-failed tools/x.ts:2"]);
  });
});

describe("what can not be read", () => {
  test("a folder or a file that may not be opened is told, and all else works", async () => {
    const workspace = makeWorkspace({
      "plugins/locked/tools/x.ts": toolSource("x"),
      "tools/closed.ts": toolSource("closed"),
      "tools/open.ts": toolSource("open"),
    });
    chmodSync(workspace.path(".."), 0o755);
    chmodSync(workspace.path("plugins/locked/tools"), 0o000);
    chmodSync(workspace.path("tools/closed.ts"), 0o000);
    const board = await asSomebody(() => openOwn(workspace));
    chmodSync(workspace.path("plugins/locked/tools"), 0o755);
    expect(standings(board)).toEqual(["closed failed", "open ok"]);
    expect(board.tools[0]?.error).toContain("EACCES");
    expect(findings(board)).toEqual([
      "tool/not-read plugins/locked/tools",
      "tool/load-failed tools/closed.ts",
    ]);
    expect(reasonFor(board, "plugins/locked/tools")).toBe("it can not be read (EACCES)");
  });

  test("what is neither a file nor a folder is not opened, which might never end", async () => {
    const workspace = makeWorkspace({ "tools/ok.ts": toolSource("ok") });
    execFileSync("mkfifo", [workspace.path("tools/pipe.ts")]);
    workspace.link("tools/to-pipe.ts", "pipe.ts");
    const board = await openOwn(workspace);
    expect(standings(board)).toEqual(["ok ok"]);
    expect(reasonFor(board, "tools/pipe.ts")).toBe("neither a file nor a folder");
    expect(reasonFor(board, "tools/to-pipe.ts")).toBe("neither a file nor a folder");
  });

  test("a file where a folder is expected, and the other way round", async () => {
    const workspace = makeWorkspace({
      tools: "a file",
      "plugins/p/tools": "a file",
      usr: "a file",
    });
    mkdirSync(workspace.path("prompts/x.md"), { recursive: true });
    const board = await openOwn(workspace);
    expect(standings(board)).toEqual([]);
    expect(board.list("prompts")).toEqual([]);
  });
});

test("the order of names is that of code units, whatever order the files were made in", async () => {
  const names = ["Zulu", "alpha", "a-b", "a_b", "ab", "B2", "b10"];
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), async (shuffled) => {
      const source = "export default 1;";
      const board = await boardOf(
        Object.fromEntries(shuffled.map((name) => [`plugins/${name}/tools/${name}.ts`, source])),
      );
      expect(board.tools.map(({ name }) => name)).toEqual(names.toSorted());
      expect(board.plugins.map(({ name }) => name)).toEqual(names.toSorted());
    }),
    { numRuns: 5 },
  );
});

/** Nothing is unreadable to root, so root works as somebody else for a while. */
async function asSomebody<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
