import { appendFileSync, cpSync, renameSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { Board } from "../../core/board/board.ts";
import type { OpenBoardOptions } from "../../core/board/open.ts";
import type { BoardChange } from "../../core/board/watch/compare.ts";
import { watchBoard } from "../../core/board/watch/watch-board.ts";
import type { WatchUpdate, WatchedBoard } from "../../core/board/watch/watch-board.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { answerOf, openOwn, toolOf } from "./boards.ts";
import { coldData, countImport, dataOf, imported } from "./remembered.ts";

const FILES = {
  "agents/default/agent.md": "---\ntitle: Default\n---\nYou help.\n",
  "tools/a.ts": countImport("a") + toolSource("a"),
  "tools/a.ts.dox.md": "# a\n",
  "tools/deep.ts": `${countImport("deep")}import { defineTool } from "pegboard";
import { text } from "../lib/text.ts";
export default defineTool({ description: "Deep.", risk: "read", execute: () => text });`,
  "lib/text.ts": `${countImport("text")}export const text = "first";`,
  "prompts/agent.system.tool.a.md": "### a\nDoes a.\n",
  "prompts/agent.system.main.md": "You are.\n",
  "plugins/p/plugin.md": "---\ntitle: Plugin\nsettings: { x: 1 }\n---\n",
  "plugins/p/tools/b.ts": countImport("b") + toolSource("b"),
  "plugins/p/extensions/agent_init/x.ts": `import { defineExtension } from "pegboard";
export default defineExtension("agent_init", () => {});`,
  "skills/s/SKILL.md": "---\nname: s\n---\n",
};

type Watching = {
  readonly workspace: TestWorkspace;
  readonly watched: WatchedBoard;
  readonly updates: WatchUpdate[];
  readonly failures: string[];
  /** The next update that has not been waited for. */
  next(): Promise<WatchUpdate>;
};

const open: WatchedBoard[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((watched) => watched.close()));
  imported();
});

/** How long after the last change all has been looked at for good. */
const SETTLED = 400;

async function watching(
  files: Readonly<Record<string, string>> = FILES,
  options: OpenBoardOptions = {},
): Promise<Watching> {
  const workspace = makeWorkspace(files);
  const watched = await watchBoard({ root: workspace.root, packageRoot: null, ...options });
  open.push(watched);
  const updates: WatchUpdate[] = [];
  const failures: string[] = [];
  let seen = 0;
  watched.listen({
    changed: (update) => updates.push(update),
    failed: (error) => failures.push(String(error)),
  });
  // So that what a test does is told by the watching itself.
  await setTimeout(SETTLED);
  imported();
  return {
    workspace,
    watched,
    updates,
    failures,
    async next() {
      for (let waited = 0; waited < 10_000; waited += 5) {
        const update = updates[seen];
        if (update) {
          seen += 1;
          return update;
        }
        await setTimeout(5);
      }
      throw new Error(`no ${seen + 1}. update; told: ${JSON.stringify(failures)}`);
    },
  };
}

/** A change in a few words; findings are left out, because they follow from the others. */
function told(changes: readonly BoardChange[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind === "changed") return [`${change.tool}: ${change.what.join()}`];
    if (change.kind !== "other") return [`${change.tool} ${change.kind}`];
    return change.what === "finding" ? [] : [`${change.what} ${change.name} ${change.how}`];
  });
}

/** Writes as most editors do. */
function saveByRename(file: string, content: string): void {
  writeFileSync(`${file}.tmp`, content);
  renameSync(`${file}.tmp`, file);
}

const CHANGES: readonly [string, (w: TestWorkspace) => void, string[]][] = [
  ["an edited tool", (w) => w.write({ "tools/a.ts": toolSource("new") }), ["a: description"]],
  [
    "a tool that is saved by rename",
    (w) => saveByRename(w.path("tools/a.ts"), toolSource("new")),
    ["a: description"],
  ],
  [
    "another answer",
    (w) => w.write({ "tools/a.ts": toolSource("a").replace(`return "a"`, `return "z"`) }),
    ["a: code"],
  ],
  [
    "another schema and another risk",
    (w) =>
      w.write({
        "tools/a.ts": toolSource("a").replace("text:", "word:").replace(`"read"`, `"write"`),
      }),
    ["a: risk,schema"],
  ],
  [
    "an edited helper outside all tool folders",
    (w) => w.write({ "lib/text.ts": `export const text = "second";` }),
    ["deep: code"],
  ],
  ["a new tool", (w) => w.write({ "tools/new.ts": toolSource("new") }), ["new added"]],
  [
    "a new tool in a new folder of the user",
    (w) => w.write({ "usr/plugins/mine/tools/new.ts": toolSource("new") }),
    ["new added", "plugin mine added"],
  ],
  [
    "a deleted tool",
    (w) => w.remove("tools/a.ts"),
    ["a removed", "prompt agent.system.tool.a.md added"],
  ],
  [
    "a renamed tool",
    (w) => renameSync(w.path("plugins/p/tools/b.ts"), w.path("plugins/p/tools/c.ts")),
    ["b removed", "c added"],
  ],
  [
    "a tool that moved",
    (w) => renameSync(w.path("plugins/p/tools/b.ts"), w.path("tools/b.ts")),
    ["b moved"],
  ],
  ["an override", (w) => w.write({ "usr/tools/b.ts": toolSource("mine") }), ["b moved"]],
  [
    "a plugin that is moved in",
    (w) => renameSync(w.path("plugins/p"), w.path("plugins/q")),
    ["b moved", "plugin p removed", "plugin q added", "extension agent_init/x.ts changed"],
  ],
  [
    "a fragment",
    (w) => w.write({ "prompts/agent.system.tool.a.md": "### a\nOther words.\n" }),
    ["a: prompt"],
  ],
  [
    "a new fragment",
    (w) => w.write({ "usr/prompts/agent.system.tool.b.md": "### b\n" }),
    ["b: prompt"],
  ],
  ["a removed fragment", (w) => w.remove("prompts/agent.system.tool.a.md"), ["a: prompt"]],
  ["a contract", (w) => w.write({ "tools/a.ts.dox.md": "# a, again\n" }), ["a: contract"]],
  [
    "another prompt",
    (w) => w.write({ "prompts/agent.system.main.md": "You are not.\n" }),
    ["prompt agent.system.main.md changed"],
  ],
  [
    "a skill",
    (w) => w.write({ "skills/s/SKILL.md": "---\nname: s\n---\nMore.\n" }),
    ["skill s/SKILL.md changed"],
  ],
  [
    "an extension",
    (w) =>
      w.write({
        "plugins/p/extensions/agent_init/x.ts": FILES[
          "plugins/p/extensions/agent_init/x.ts"
        ].replace("{}", "{ 1; }"),
      }),
    ["extension agent_init/x.ts changed"],
  ],
  [
    "a switch",
    (w) => w.write({ "plugins/p/.toggle-0": "" }),
    ["b off", "plugin p changed", "extension agent_init/x.ts removed"],
  ],
  [
    "settings",
    (w) => w.write({ "usr/plugins/p/settings.yaml": "x: 2\n" }),
    ["b: settings", "plugin p changed"],
  ],
  [
    "the profile",
    (w) => w.write({ "agents/default/agent.md": "---\ntitle: New\n---\nYou help.\n" }),
    ["profile default changed"],
  ],
  [
    "the profile's tools",
    (w) =>
      w.write({ "agents/default/agent.md": "---\ntitle: Default\ntools: [a]\n---\nYou help.\n" }),
    ["b off", "deep off", "profile default changed"],
  ],
  [
    "a user's part of the profile",
    (w) => w.write({ "usr/agents/default/agent.md": "---\ntitle: Mine\n---\n" }),
    ["profile default changed"],
  ],
  ["a broken tool", (w) => w.write({ "tools/a.ts": "export default ;" }), ["a failing"]],
  ["a broken override", (w) => w.write({ "usr/tools/a.ts": "export default ;" }), ["a failing"]],
  ["a broken helper", (w) => w.write({ "lib/text.ts": "export const = 1;" }), ["deep failing"]],
];

describe("a watched board follows", () => {
  test.each(CHANGES)("%s", async (_, change, expected) => {
    const { workspace, watched, updates, next } = await watching();
    const before = watched.board;
    change(workspace);
    const { board, changes } = await next();
    expect(told(changes)).toEqual(expected);
    expect(board).toBe(watched.board);
    expect(board).not.toBe(before);
    await setTimeout(SETTLED);
    expect(updates).toHaveLength(1);
    expect(dataOf(watched.board)).toEqual(await coldData(workspace));
  });

  test("and imports no more than what changed", async () => {
    const { workspace, watched, next } = await watching();
    expect(await answerOf(watched.board, "deep")).toBe("first");
    imported();
    workspace.write({ "lib/text.ts": `${countImport("text")}export const text = "second";` });
    await next();
    expect(imported()).toEqual(["deep", "text"]);
    expect(await answerOf(watched.board, "deep")).toBe("second");
    expect(imported()).toEqual([]);
  });
});

test("two tools share a helper's state, before and after it is edited", async () => {
  const tool = `import { defineTool } from "pegboard"; import { next } from "./lib/count.ts";
export default defineTool({ description: "Counts.", execute: () => next() });`;
  const count = (from: number): string => `let n = ${from}; export const next = () => n++;`;
  const { workspace, watched, next } = await watching({
    "plugins/p/tools/one.ts": tool,
    "plugins/p/tools/two.ts": tool,
    "plugins/p/tools/lib/count.ts": count(1),
  });
  const both = async (board: Board): Promise<unknown[]> => [
    await answerOf(board, "one"),
    await answerOf(board, "two"),
  ];
  const before = watched.board;
  expect(await both(before)).toEqual([1, 2]);
  workspace.write({ "plugins/p/tools/lib/count.ts": count(10) });
  const { board, changes } = await next();
  expect(told(changes)).toEqual(["one: code", "two: code"]);
  expect(await both(board)).toEqual([10, 11]);
  expect(await both(before)).toEqual([3, 4]);
});

/** A tool that answers when it is told to. */
const slow = (answer: string): string => `import { defineTool } from "pegboard";
let go; export const gate = new Promise((resolve) => { go = resolve; });
globalThis[Symbol.for("pegboard.test.go")] = go;
export default defineTool({ description: "Waits.", async execute() { await gate; return ${JSON.stringify(answer)}; } });`;

test("a call under way ends on its old version; the next gets the new one", async () => {
  const { workspace, watched, next } = await watching({ "tools/slow.ts": slow("old") });
  const call = answerOf(watched.board, "slow");
  const go: unknown = Reflect.get(globalThis, Symbol.for("pegboard.test.go"));
  workspace.write({ "tools/slow.ts": slow("new") });
  const { board } = await next();
  const later = answerOf(board, "slow");
  Reflect.apply(Object(go), undefined, []);
  Reflect.apply(Object(Reflect.get(globalThis, Symbol.for("pegboard.test.go"))), undefined, []);
  Reflect.deleteProperty(globalThis, Symbol.for("pegboard.test.go"));
  expect([await call, await later]).toEqual(["old", "new"]);
});

describe("a broken save", () => {
  test("keeps the name unavailable, with its reason, until a good one; what it overrides is never used", async () => {
    const { workspace, watched, next } = await watching({
      "plugins/p/tools/shell.ts": toolSource("unsafe"),
      "usr/plugins/safe/tools/shell.ts": toolSource("safe"),
    });
    expect(await answerOf(watched.board, "shell")).toBe("safe");
    workspace.write({ "usr/plugins/safe/tools/shell.ts": `import "pegboard";\nexport default {` });
    const broken = await next();
    expect(told(broken.changes)).toEqual(["shell failing"]);
    const shell = toolOf(broken.board, "shell");
    expect(shell.error).toContain("usr/plugins/safe/tools/shell.ts:2");
    await expect(shell.load()).rejects.toThrow(shell.error ?? "");

    workspace.write({ "usr/plugins/safe/tools/shell.ts": toolSource("safe again") });
    const mended = await next();
    expect(told(mended.changes)).toEqual(["shell well"]);
    expect(await answerOf(mended.board, "shell")).toBe("safe again");
  });

  test("of a file that is still being written replaces nothing", async () => {
    const { workspace, watched, updates, next } = await watching();
    const whole = toolSource("written");
    const file = workspace.path("tools/a.ts");
    writeFileSync(file, "");
    for (let at = 0; at < whole.length; at += 40) {
      await setTimeout(40);
      expect(toolOf(watched.board, "a").status).toBe("ok");
      appendFileSync(file, whole.slice(at, at + 40));
    }
    const { board } = await next();
    expect(await answerOf(board, "a")).toBe("written");
    await setTimeout(SETTLED);
    expect(updates.flatMap(({ changes }) => told(changes))).toEqual(["a: description"]);
  });

  test("by deleting and making anew is no removal", async () => {
    const { workspace, updates, next } = await watching({
      "tools/a.ts": toolSource("low"),
      "usr/tools/a.ts": toolSource("high"),
    });
    workspace.remove("usr/tools/a.ts");
    await setTimeout(60);
    workspace.write({ "usr/tools/a.ts": toolSource("higher") });
    const { board } = await next();
    expect(await answerOf(board, "a")).toBe("higher");
    await setTimeout(SETTLED);
    expect(updates).toHaveLength(1);
  });

  test("of the profile leaves the board as it was, and is told once", async () => {
    const { workspace, watched, updates, failures, next } = await watching();
    const before = watched.board;
    workspace.write({ "agents/default/agent.md": "---\ntitle: [\n---\n" });
    await setTimeout(SETTLED);
    expect(watched.board).toBe(before);
    expect(updates).toEqual([]);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain("agents/default/agent.md:3");
    workspace.write({ "agents/default/agent.md": "---\ntitle: Well\n---\nYou help.\n" });
    expect((await next()).board.profile.title).toBe("Well");
  });

  test("of the profile that reads well, but asks for what is not there, is told too", async () => {
    const { workspace, watched, failures, next } = await watching();
    workspace.write({ "agents/default/agent.md": "---\ntools: [a, nothing]\n---\nYou help.\n" });
    await setTimeout(SETTLED);
    await watched.refresh();
    expect(failures).toHaveLength(1);
    expect(failures[0]).toContain(`lists the tool "nothing"`);
    workspace.write({ "agents/default/agent.md": "---\ntools: [a]\n---\nYou help.\n" });
    expect((await next()).board.profile.tools).toEqual(["a"]);
  });
});

/** The files of five hundred tools. */
const many = (text: string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `plugins/p${index % 50}/tools/t${index}.ts`,
      toolSource(`${text} ${index}`),
    ]),
  );

test("many changes at once make one board", async () => {
  const { workspace, updates, next } = await watching(many("one"));
  workspace.write(many("two"));
  const { board, changes } = await next();
  expect(told(changes)).toHaveLength(500);
  expect(toolOf(board, "t499").description?.description).toBe("Answers two 499.");
  await setTimeout(SETTLED);
  expect(updates).toHaveLength(1);
});

test("what is no part of a board makes none", async () => {
  const { workspace, watched, updates, failures } = await watching();
  await watched.refresh();
  workspace.write({
    ".pegboard/log/pegboard.log": "x",
    ".pegboard/manifest.json": "x",
    ".git/index": "x",
    "usr/data/notes.db": "x",
    "node_modules/x/index.js": "x",
    "README.md": "x",
    "lib/other.ts": "x",
    "plugins/p/node_modules/x/index.js": "x",
  });
  cpSync(workspace.path("lib"), workspace.path("copy"), { recursive: true });
  writeFileSync(workspace.path("tools/a.ts"), FILES["tools/a.ts"]);
  await setTimeout(SETTLED);
  expect(updates).toEqual([]);
  expect(failures).toEqual([]);
});

test("what a tool writes down beside itself makes no board, however often", async () => {
  const { workspace, updates } = await watching({ ...FILES, "plugins/p/state.json": "0" });
  for (const state of ["1", "2", "3"]) {
    workspace.write({ "plugins/p/state.json": state, "tools/state.txt": state });
    await setTimeout(SETTLED);
  }
  // The new file in the folder of tools is ignored, and said to be.
  expect(updates.flatMap(({ board }) => board.ignored.map(({ file }) => file))).toEqual([
    "tools/state.txt",
  ]);
});

test("a look can be asked for, and a closed board is saved and followed no more", async () => {
  const { workspace, watched, updates } = await watching();
  workspace.write({ "tools/a.ts": countImport("a") + toolSource("asked") });
  expect(await answerOf(await watched.refresh(), "a")).toBe("asked");
  await watched.close();
  const { length } = updates;
  imported();
  const again = await watchBoard({ root: workspace.root, packageRoot: null });
  open.push(again);
  expect(imported()).toEqual([]);
  workspace.write({ "tools/a.ts": toolSource("late") });
  await setTimeout(SETTLED);
  expect(updates).toHaveLength(length);
});

describe("what is saved for the next start", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ["a board was made", "---\ntools: [a]\n---\n"],
    ["no board can be made", "---\ntools: [a, nothing]\n---\n"],
  ])("is what was there at the last look: %s", async (_, profile) => {
    const workspace = makeWorkspace({ "tools/a.ts": toolSource("a") });
    // By a clock that is ahead, so that the times of all files tell enough.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    const watched = await watchBoard({ root: workspace.root, packageRoot: null });
    open.push(watched);
    workspace.write({ "agents/default/agent.md": profile });
    await watched.refresh();
    workspace.write({ "tools/a.ts": toolSource("edited") });
    await watched.refresh();
    await watched.close();
    const outcome = (opening: Promise<unknown>): Promise<unknown> => opening.catch(String);
    for (let start = 0; start < 2; start += 1) {
      expect(await outcome(openOwn(workspace).then(dataOf))).toEqual(
        await outcome(coldData(workspace)),
      );
    }
  });
});
