import { cpSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { Board } from "../../core/board/board.ts";
import { watchBoard } from "../../core/board/watch/watch-board.ts";
import type { WatchedBoard } from "../../core/board/watch/watch-board.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { coldData, dataOf } from "./remembered.ts";

// The tests of this file mostly wait, so they do it beside one another.

const open: WatchedBoard[] = [];

afterAll(() => Promise.all(open.map((watched) => watched.close())));

/** How long after the last change all has been looked at for good, and what is new is watched. */
const SETTLED = 300;

async function watch(workspace: TestWorkspace, profile = "default"): Promise<WatchedBoard> {
  const watched = await watchBoard({ root: workspace.root, packageRoot: null, profile });
  open.push(watched);
  return watched;
}

/** Waits until a watched board, by being told alone, is what a board opened with nothing known is. */
async function both(
  watched: WatchedBoard,
  workspace: TestWorkspace,
): Promise<{ watched: unknown; cold: unknown }> {
  const { name: profile } = watched.board.profile;
  const cold = await coldData(workspace, { profile });
  for (let waited = 0; waited < 10_000; waited += 50) {
    if (JSON.stringify(dataOf(watched.board)) === JSON.stringify(cold)) break;
    await setTimeout(50);
  }
  return { watched: dataOf(watched.board), cold };
}

type Step = (workspace: TestWorkspace) => void;

const plugin = (word: string): Record<string, string> => ({
  "tools/b.ts": toolSource(word),
  "prompts/agent.system.tool.b.md": `### b\n${word}\n`,
  "plugin.md": `---\ntitle: ${word}\n---\n`,
});

const at = (folder: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));

const edit =
  (file: string, word: string): Step =>
  (w) =>
    w.write({ [file]: toolSource(word) });

const DEEP = `import { defineTool } from "pegboard";
import { text } from "../lib/text.ts";
export default defineTool({ description: text, risk: "read", execute: () => text });`;

const text = (word: string): string =>
  `import { more } from "../far/more.ts"; export const text = ${JSON.stringify(word)} + more;`;

const EXTENSION = `import { defineExtension } from "pegboard";
export default defineExtension("agent_init", () => {});`;

const CASES: readonly [string, Record<string, string>, Step[]][] = [
  [
    "a folder that is moved in from outside, edited there, and moved out again",
    at("../outside/q", plugin("in")),
    [
      (w) => w.write({ "plugins/p/tools/a.ts": toolSource("a") }),
      (w) => renameSync(w.path("../outside/q"), w.path("plugins/q")),
      edit("plugins/q/tools/b.ts", "edited"),
      (w) => renameSync(w.path("plugins/q"), w.path("../outside/q")),
      (w) => renameSync(w.path("../outside/q"), w.path("usr")),
      edit("usr/tools/b.ts", "again"),
    ],
  ],
  [
    "a folder that another is exchanged for",
    { ...at("plugins/p", plugin("one")), ...at("other", plugin("two")) },
    [
      (w) => {
        renameSync(w.path("plugins/p"), w.path("old"));
        renameSync(w.path("other"), w.path("plugins/p"));
      },
      edit("plugins/p/tools/b.ts", "edited"),
      (w) => {
        renameSync(w.path("plugins/p"), w.path("other"));
        renameSync(w.path("old"), w.path("plugins/p"));
      },
      edit("plugins/p/tools/b.ts", "edited again"),
      (w) => w.write({ "plugins/p/tools/new.ts": toolSource("new") }),
    ],
  ],
  [
    "a folder that is removed and made anew at once",
    { ...at("plugins/p", plugin("one")), ...at("other", plugin("two")) },
    [
      (w) => {
        rmSync(w.path("plugins/p"), { recursive: true });
        cpSync(w.path("other"), w.path("plugins/p"), { recursive: true });
      },
      edit("plugins/p/tools/b.ts", "edited"),
      (w) => w.write({ "plugins/p/.toggle-0": "" }),
    ],
  ],
  [
    "all plugins that others are exchanged for",
    { ...at("plugins/p", plugin("one")), ...at("other/p", plugin("two")) },
    [
      (w) => {
        renameSync(w.path("plugins"), w.path("old"));
        renameSync(w.path("other"), w.path("plugins"));
      },
      edit("plugins/p/tools/b.ts", "edited"),
      (w) => w.write(at("plugins/q", plugin("three"))),
    ],
  ],
  [
    "helpers outside of all that is listed, their folder and what they import in turn",
    {
      "tools/deep.ts": DEEP,
      "lib/text.ts": text("one"),
      "far/more.ts": `export const more = "";`,
      "other/text.ts": text("two"),
    },
    [
      (w) => w.write({ "far/more.ts": `export const more = "!";` }),
      (w) => {
        renameSync(w.path("lib"), w.path("old"));
        renameSync(w.path("other"), w.path("lib"));
      },
      (w) => w.write({ "lib/text.ts": text("three") }),
      (w) => {
        writeFileSync(w.path("lib/text.tmp"), text("four"));
        renameSync(w.path("lib/text.tmp"), w.path("lib/text.ts"));
      },
      (w) => renameSync(w.path("lib"), w.path("other")),
      (w) => renameSync(w.path("other"), w.path("lib")),
      (w) => w.remove("far"),
      (w) => w.write({ "far/more.ts": `export const more = "?";` }),
    ],
  ],
  [
    "every folder in which something may lie, made one after the other",
    {},
    [
      ...[
        "tools/a.ts",
        "usr/tools/b.ts",
        "plugins/p/tools/c.ts",
        "usr/plugins/q/tools/d.ts",
        "agents/default/tools/e.ts",
        "usr/agents/default/tools/f.ts",
        "usr/agents/default/agent.md",
        "prompts/agent.system.tool.a.md",
        "usr/prompts/agent.system.tool.b.md",
        "skills/s/SKILL.md",
        "usr/skills/t/SKILL.md",
        "extensions/agent_init/x.ts",
        "usr/extensions/agent_init/y.ts",
      ].map(
        (file): Step =>
          (w) =>
            w.write({ [file]: file.endsWith(".ts") ? toolSource(file) : `---\ntitle: T\n---\n` }),
      ),
      edit("tools/a.ts", "edited"),
      edit("usr/agents/default/tools/f.ts", "edited"),
      (w) => w.remove("usr"),
      edit("plugins/p/tools/c.ts", "edited"),
      edit("usr/tools/a.ts", "mine"),
    ],
  ],
  [
    "a profile that extends others, saved by rename, and its own tools",
    {
      "agents/other/agent.md": "---\nextends: base\n---\n",
      "agents/base/agent.md": "---\ntitle: Base\n---\nOne.\n",
    },
    [
      (w) => w.write({ "agents/base/agent.md": "---\ntitle: Changed\n---\nTwo.\n" }),
      (w) => {
        writeFileSync(w.path("agents/base/agent.md~"), "---\ntitle: Saved\n---\nThree.\n");
        renameSync(w.path("agents/base/agent.md~"), w.path("agents/base/agent.md"));
      },
      (w) => w.write({ "agents/base/tools/a.ts": toolSource("a") }),
      (w) =>
        w.write({
          "agents/lowest/agent.md": "---\ntitle: Lowest\n---\n",
          "agents/base/agent.md": "---\nextends: lowest\n---\nThree.\n",
        }),
      (w) => w.write({ "agents/lowest/agent.md": "---\ntools: []\n---\n" }),
    ],
  ],
  [
    "switches and settings, of the plugin and of the user",
    { ...at("plugins/p", plugin("one")), "plugins/p/plugin.md": "---\nsettings: { x: 1 }\n---\n" },
    [
      (w) => w.write({ "plugins/p/.toggle-0": "" }),
      (w) => w.write({ "usr/plugins/p/.toggle-1": "" }),
      (w) => w.write({ "usr/agents/default/plugins/p/.toggle-0": "" }),
      (w) =>
        renameSync(
          w.path("usr/agents/default/plugins/p/.toggle-0"),
          w.path("usr/agents/default/plugins/p/.toggle-1"),
        ),
      (w) => w.write({ "usr/plugins/p/settings.yaml": "x: 2\n" }),
      (w) => w.write({ "plugins/p/plugin.md": "---\nsettings: { x: 1, y: 3 }\n---\n" }),
      (w) => w.write({ "usr/plugins/p/settings.yaml": "x: [\n" }),
      (w) => w.write({ "usr/plugins/p/settings.yaml": "x: 4\n" }),
      (w) => w.remove("usr/plugins/p/settings.yaml"),
    ],
  ],
  [
    "contracts, fragments and extensions that come, change and go",
    at("plugins/p", plugin("one")),
    [
      (w) => w.write({ "plugins/p/tools/b.ts.dox.md": "# b\n" }),
      (w) => w.remove("plugins/p/tools/b.ts.dox.md"),
      (w) => w.write({ "usr/prompts/agent.system.tool.b.md": "### mine\n" }),
      (w) => w.remove("usr/prompts/agent.system.tool.b.md"),
      (w) => renameSync(w.path("plugins/p/prompts"), w.path("prompts")),
      (w) => w.write({ "plugins/p/extensions/agent_init/x.ts": EXTENSION }),
      (w) => w.write({ "plugins/p/extensions/agent_init/x.ts": "throw 1;" }),
      (w) => w.write({ "plugins/p/extensions/agent_init/x.ts": EXTENSION }),
      (w) => w.write({ "usr/extensions/agent_init/x.ts": EXTENSION }),
      (w) => w.remove("plugins/p/extensions"),
    ],
  ],
  [
    "links that come to lead elsewhere, and what lies behind them",
    {
      ...at("one", plugin("one")),
      ...at("two", plugin("two")),
      "plugins/p/tools/a.ts": toolSource("a"),
    },
    [
      (w) => w.link("plugins/q", "../one"),
      edit("one/tools/b.ts", "edited"),
      (w) => {
        w.remove("plugins/q");
        w.link("plugins/q", "../two");
      },
      edit("two/tools/b.ts", "edited too"),
      (w) => w.link("tools/c.ts", "../one/tools/b.ts"),
      edit("one/tools/b.ts", "edited again"),
      (w) => w.link("usr/plugins", "../plugins"),
      (w) => w.remove("usr/plugins"),
    ],
  ],
];

// They take turns at one processor.
describe.concurrent("a watched board follows", { timeout: 120_000 }, () => {
  test.each(CASES)("%s", async (_, files, steps) => {
    const workspace = makeWorkspace(files);
    const profile = "agents/other/agent.md" in files ? "other" : "default";
    const watched = await watch(workspace, profile);
    await setTimeout(SETTLED);
    for (const [index, step] of steps.entries()) {
      const before = await coldData(workspace, { profile });
      step(workspace);
      expect({ index, data: await coldData(workspace, { profile }) }).not.toEqual({
        index,
        data: before,
      });
      const found = await both(watched, workspace);
      expect({ index, data: found.watched }).toEqual({ index, data: found.cold });
      // What is told now is told by what is watched now.
      await setTimeout(SETTLED);
    }
  });

  test.each([".pegboard", ".git", "node_modules"])(
    "its workspace in a folder called %s",
    async (name) => {
      const workspace = makeWorkspace(at("plugins/p", plugin("one")), {
        name: `${name}/workspace`,
      });
      const watched = await watch(workspace);
      await setTimeout(SETTLED);
      workspace.write({ "plugins/p/tools/b.ts": toolSource("two") });
      const found = await both(watched, workspace);
      expect(found.watched).toEqual(found.cold);
    },
  );

  test("for two profiles in one process, each its own", async () => {
    const workspace = makeWorkspace({
      ...at("plugins/p", plugin("one")),
      ...at("other", plugin("two")),
      "agents/other/agent.md": "---\ntitle: Other\n---\n",
      "agents/other/tools/own.ts": toolSource("own"),
    });
    const boards = [await watch(workspace), await watch(workspace, "other")];
    const updates = [0, 0];
    const names = (board: Board): string => board.tools.map(({ name }) => name).join();
    boards.forEach((watched, index) =>
      watched.listen({ changed: () => updates.splice(index, 1, (updates[index] ?? 0) + 1) }),
    );
    await setTimeout(SETTLED);
    expect(boards.map(({ board }) => names(board))).toEqual(["b", "b,own"]);
    const steps: [Step, number[]][] = [
      [edit("plugins/p/tools/b.ts", "for both"), [1, 1]],
      [edit("agents/other/tools/own.ts", "for one"), [1, 2]],
      [(w) => w.write({ "agents/other/agent.md": "---\ntitle: Another\n---\n" }), [1, 3]],
      [(w) => w.write({ "usr/agents/other/plugins/p/.toggle-0": "" }), [1, 4]],
      [(w) => w.remove("usr/agents/other/plugins/p/.toggle-0"), [1, 5]],
      [
        (w) => {
          renameSync(w.path("plugins/p"), w.path("old"));
          renameSync(w.path("other"), w.path("plugins/p"));
        },
        [2, 6],
      ],
      // The folder that both have watched is another now.
      [edit("plugins/p/tools/b.ts", "edited"), [3, 7]],
    ];
    for (const [step, expected] of steps) {
      step(workspace);
      for (const watched of boards) {
        const found = await both(watched, workspace);
        expect(found.watched).toEqual(found.cold);
      }
      await setTimeout(SETTLED);
      expect(updates).toEqual(expected);
    }
  });
});
