import { renameSync, statSync, utimesSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { Memory } from "../../core/board/manifest/memory.ts";
import { digestOf, isYoung, lookAt } from "../../core/board/manifest/stamp.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { openOwn, toolOf } from "./boards.ts";
import { coldData, countImport, dataOf, imported } from "./remembered.ts";

const FILES = {
  "agents/default/agent.md": "---\ntitle: Default\n---\nYou help.\n",
  "agents/other/agent.md": "---\ntitle: Other\ntools: [a]\n---\nYou help too.\n",
  "tools/a.ts": countImport("a") + toolSource("a"),
  "tools/a.ts.dox.md": "# a\n",
  "tools/deep.ts": `${countImport("deep")}import { defineTool } from "pegboard";
import { text } from "./lib/one.ts";
export default defineTool({ description: text, risk: "read", execute: () => text });`,
  "tools/lib/one.ts": `${countImport("one")}export { text } from "./two";`,
  "tools/lib/two.js": `${countImport("two")}import data from "./data.json"; export const text = data.text;`,
  "tools/lib/data.json": `{ "text": "First." }`,
  "prompts/agent.system.tool.a.md": "### a\nDoes a.\n",
  "plugins/p/plugin.md": "---\ntitle: Plugin\nsettings: { x: 1 }\n---\n",
  "plugins/p/tools/b.ts": countImport("b") + toolSource("b"),
  "plugins/p/extensions/tool_execute_before/_10_check.ts": `${countImport("check")}import { defineExtension } from "pegboard";
export default defineExtension("tool_execute_before", () => ({ refuse: "no" }));`,
  "plugins/q/tools/c.ts": countImport("c") + toolSource("c"),
  "usr/plugins/p/settings.yaml": "x: 2\n",
  "plugins/off/.toggle-0": "",
  "plugins/off/tools/off.ts": countImport("off") + toolSource("off"),
  "put-away/tools/d.ts": countImport("d") + toolSource("d"),
};

const ALL = ["a", "b", "c", "check", "deep", "one", "two"];

/** Later than any file of the test, by more than the times of files can be off. */
function muchLater(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
}

describe("nothing that is known is imported", () => {
  test("at a second start; at the first call one file is, once for all that ask", async () => {
    const workspace = makeWorkspace(FILES);
    await openOwn(workspace);
    expect(imported()).toEqual(ALL);
    const board = await openOwn(workspace);
    expect(imported()).toEqual([]);

    const deep = toolOf(board, "deep");
    const tools = await Promise.all([deep.load(), deep.load(), deep.load()]);
    expect(new Set(tools).size).toBe(1);
    expect(imported()).toEqual(["deep", "one", "two"]);
    expect(await deep.load()).toBe(tools[0]);
    expect(imported()).toEqual([]);

    const [check] = board.extensions.tool_execute_before;
    const run = (): unknown => Reflect.apply(Object(check?.extension.handler), undefined, [{}, {}]);
    expect(await run()).toEqual({ refuse: "no" });
    expect(await run()).toEqual({ refuse: "no" });
    expect(imported()).toEqual(["check"]);
  });

  test("for another profile either", async () => {
    const workspace = makeWorkspace(FILES);
    await openOwn(workspace);
    imported();
    for (let start = 0; start < 2; start += 1) {
      for (const profile of ["other", "default"]) {
        expect(dataOf(await openOwn(workspace, { profile }))).toEqual(
          await coldData(workspace, { profile }).finally(imported),
        );
        expect(imported()).toEqual([]);
      }
    }
  });

  test("of a thousand tools in two hundred plugins; an edit of one imports one", async () => {
    const files = Array.from({ length: 1_000 }, (_, index) => [
      `plugins/p${index % 200}/tools/tool_${index}.ts`,
      countImport(`tool_${index}`) + toolSource(`tool_${index}`),
    ]);
    const workspace = makeWorkspace(Object.fromEntries(files));
    await openOwn(workspace);
    expect(imported()).toHaveLength(1_000);
    for (const isLater of [false, true, true]) {
      if (isLater) muchLater();
      expect((await openOwn(workspace)).tools).toHaveLength(1_000);
      expect(imported()).toEqual([]);
    }
    workspace.write({ "plugins/p7/tools/tool_7.ts": countImport("tool_7") + toolSource("edited") });
    const board = await openOwn(workspace);
    vi.useRealTimers();
    expect(toolOf(board, "tool_7").description?.description).toBe("Answers edited.");
    expect(imported()).toEqual(["tool_7"]);
  });
});

/** Each is seen at the next start: what it changes, and what is imported then. */
const CHANGES: readonly [string, (workspace: TestWorkspace) => void, readonly string[]][] = [
  [
    "an edited tool",
    (w) => w.write({ "tools/a.ts": countImport("a") + toolSource("other") }),
    ["a"],
  ],
  [
    "an edit of the same size, with the time of change set back",
    (w) => {
      const { atime, mtime } = statSync(w.path("tools/a.ts"));
      w.write({ "tools/a.ts": countImport("a") + toolSource("x") });
      utimesSync(w.path("tools/a.ts"), atime, mtime);
    },
    ["a"],
  ],
  [
    "an edited helper two imports away",
    (w) => w.write({ "tools/lib/two.js": `${countImport("two")}export const text = "Second.";` }),
    ["deep", "one", "two"],
  ],
  [
    "edited data three imports away",
    (w) => w.write({ "tools/lib/data.json": `{ "text": "Again." }` }),
    ["deep", "one", "two"],
  ],
  [
    "a helper that an import now means instead",
    (w) => w.write({ "tools/lib/two.ts": `${countImport("new")}export const text = "New.";` }),
    ["deep", "new", "one"],
  ],
  ["a removed helper", (w) => w.remove("tools/lib/one.ts"), []],
  ["a new tool", (w) => w.write({ "tools/new.ts": countImport("new") + toolSource("n") }), ["new"]],
  ["a deleted tool", (w) => w.remove("tools/a.ts"), []],
  ["a renamed tool", (w) => renameSync(w.path("tools/a.ts"), w.path("tools/renamed.ts")), ["a"]],
  [
    "a tool that moved to another plugin",
    (w) => renameSync(w.path("plugins/p/tools/b.ts"), w.path("plugins/q/tools/b.ts")),
    ["b"],
  ],
  [
    "a tool that overrides another",
    (w) =>
      w.write({ "usr/tools/a.ts": countImport("mine") + toolSource("mine", `risk: "write",`) }),
    ["mine"],
  ],
  [
    "an override that can not be loaded",
    (w) => w.write({ "usr/tools/a.ts": "export default ;" }),
    [],
  ],
  ["a new fragment", (w) => w.write({ "prompts/agent.system.tool.deep.md": "### deep\n" }), []],
  ["a removed fragment", (w) => w.remove("prompts/agent.system.tool.a.md"), []],
  ["a new contract", (w) => w.write({ "tools/deep.ts.dox.md": "# deep\n" }), []],
  ["a removed contract", (w) => w.remove("tools/a.ts.dox.md"), []],
  ["a plugin switched off", (w) => w.write({ "plugins/q/.toggle-0": "" }), []],
  [
    "a plugin switched off for the profile",
    (w) => w.write({ "usr/agents/default/plugins/q/.toggle-0": "" }),
    [],
  ],
  [
    "a profile",
    (w) => w.write({ "agents/default/agent.md": "---\ntitle: Changed\ntools: [a]\n---\nRole.\n" }),
    [],
  ],
  [
    "a user's part of the profile",
    (w) => w.write({ "usr/agents/default/agent.md": "---\nmodel: openai/x\n---\n" }),
    [],
  ],
  ["a plugin's own file", (w) => w.write({ "plugins/p/plugin.md": "---\ntitle: New\n---\n" }), []],
  ["a plugin's settings", (w) => w.write({ "usr/plugins/p/settings.yaml": "x: 3\n" }), []],
  ["settings that are broken", (w) => w.write({ "usr/plugins/p/settings.yaml": "x: [\n" }), []],
  ["a removed plugin", (w) => w.remove("plugins/q"), []],
  ["a renamed plugin", (w) => renameSync(w.path("plugins/q"), w.path("plugins/renamed")), ["c"]],
  [
    "a plugin that is moved in, with all its old files",
    (w) => renameSync(w.path("put-away"), w.path("usr/plugins/d")),
    ["d"],
  ],
  ["a plugin that is on again", (w) => w.remove("plugins/off/.toggle-0"), ["off"]],
  [
    "a new extension",
    (w) =>
      w.write({
        "extensions/agent_init/x.ts": `${countImport("x")}import { defineExtension } from "pegboard";
export default defineExtension("agent_init", () => {});`,
      }),
    ["x"],
  ],
  [
    "an extension that is broken now",
    (w) => w.write({ "plugins/p/extensions/tool_execute_before/_10_check.ts": "throw 1;" }),
    [],
  ],
  [
    "a removed extension",
    (w) => w.remove("plugins/p/extensions/tool_execute_before/_10_check.ts"),
    [],
  ],
  ["a skill", (w) => w.write({ "skills/s/SKILL.md": "---\nname: s\n---\n" }), []],
  [
    "a folder that became a link to another",
    (w) => {
      w.remove("plugins/q");
      w.write({ "elsewhere/tools/d.ts": countImport("d") + toolSource("d") });
      w.link("plugins/q", "../elsewhere");
    },
    ["d"],
  ],
  [
    "a beginning that became a link to outside",
    (w) => {
      renameSync(w.path("plugins"), w.path("../plugins"));
      w.link("plugins", "../plugins");
    },
    [],
  ],
];

describe.each([
  ["while its files are young", () => {}],
  ["when its files are old", muchLater],
])("a workspace that was remembered %s: a change is seen", (_, wait) => {
  test.each(CHANGES)("%s", async (_what, change, imports) => {
    const workspace = makeWorkspace(FILES);
    await openOwn(workspace);
    wait();
    try {
      // Once more, so that what is old is known to be.
      await openOwn(workspace);
      const before = dataOf(await openOwn(workspace));
      imported();
      change(workspace);
      const board = await openOwn(workspace);
      expect(imported()).toEqual(imports);
      const now = dataOf(board);
      expect(now).not.toEqual(before);
      expect(now).toEqual(await coldData(workspace));
      imported();
      // And it is remembered in turn.
      expect(dataOf(await openOwn(workspace))).toEqual(now);
    } finally {
      vi.useRealTimers();
      imported();
    }
  });
});

describe("two states of a file between which its times do not tell", () => {
  const WRITTEN = 1_000_000;

  test.each<[string, number, string, boolean]>([
    ["written within the same tick, with the same size", WRITTEN + 1, "old", false],
    ["the same, by a clock that was set back", WRITTEN - 3_600_000, "old", false],
    ["not written at all", WRITTEN + 1, "new", true],
    ["looked at long after it was written", WRITTEN + 10_000, "old", true],
  ])("%s", (_, lookedAt, read, isKnown) => {
    const workspace = makeWorkspace({ "plugins/p/plugin.md": "new" });
    const path = workspace.path("plugins/p/plugin.md");
    const { stamp } = lookAt(path);
    const young = stamp !== null && isYoung([stamp[0], WRITTEN, WRITTEN, stamp[3]], lookedAt);
    const uses = [{ path, seen: { stamp, young, digest: digestOf(read) } }];
    const memory = new Memory();
    memory.keepText(path, { uses, data: {}, body: "", bodyLine: 1, lines: new Map() });
    memory.look();
    expect(memory.text(path) !== null).toBe(isKnown);
  });
});
