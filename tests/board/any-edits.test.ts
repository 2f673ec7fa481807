import { existsSync, mkdirSync, readFileSync, renameSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { watchBoard } from "../../core/board/watch/watch-board.ts";
import { makeWorkspace, toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { openOwn } from "./boards.ts";
import { coldData, dataOf } from "./remembered.ts";

const PROFILES = ["default", "other"] as const;

const START = {
  "agents/default/agent.md": "---\ntitle: Default\n---\nYou help.\n",
  "agents/other/agent.md": "---\ntitle: Other\n---\nYou help too.\n",
};

const FOLDERS = [
  "tools",
  "usr/tools",
  "plugins/p/tools",
  "plugins/q/tools",
  "usr/plugins/p/tools",
  "agents/other/tools",
  "usr/agents/default/tools",
];

const tool = fc
  .tuple(
    fc.constantFrom(...FOLDERS),
    fc.constantFrom("a", "b", "c", "_d", "e.test"),
    fc.constantFrom("ts", "js"),
  )
  .map(([folder, name, ending]) => `${folder}/${name}.${ending}`);

const helper = fc.constantFrom(
  "tools/lib/one.ts",
  "tools/lib/two.js",
  "plugins/p/tools/lib/one.ts",
);

const others: readonly (readonly [string, readonly string[]])[] = [
  [
    "agents/default/agent.md",
    [
      "---\ntitle: D\n---\nRole.\n",
      "---\ntools: [a]\n---\n",
      "---\nno: 1\n---\n",
      "---\napprovals: { tools: { a: deny } }\n---\n",
    ],
  ],
  ["usr/agents/default/agent.md", ["---\ntitle: U\n---\n", "---\nmodel: openai/x\n---\n"]],
  [
    "agents/other/agent.md",
    ["---\nextends: default\n---\n", "---\ntitle: O\ntools: []\n---\nRole.\n"],
  ],
  [
    "plugins/p/plugin.md",
    [
      "---\ntitle: P\nsettings: { x: 1 }\n---\n",
      "---\ntitle: [\n---\n",
      "---\nalways_enabled: true\n---\n",
    ],
  ],
  ["usr/plugins/p/settings.yaml", ["x: 2\n", "x: [\n", "y: { z: 1 }\n"]],
  ["plugins/p/.toggle-0", [""]],
  ["usr/plugins/p/.toggle-1", [""]],
  ["usr/agents/other/plugins/q/.toggle-0", [""]],
  ["prompts/agent.system.tool.a.md", ["### a\n", "### a!\n"]],
  ["usr/prompts/agent.system.tool.a.md", ["### mine\n"]],
  ["plugins/q/prompts/agent.system.tool.b.md", ["### b\n"]],
  ["tools/a.ts.dox.md", ["# a\n"]],
  ["tools/z.ts.dox.md", ["# z\n"]],
  ["skills/s/SKILL.md", ["---\nname: s\n---\n", "none"]],
  ["extensions/agent_init/x.ts", [extension("agent_init"), extension("system_prompt"), "throw 1;"]],
  ["usr/extensions/agent_init/x.ts", [extension("agent_init")]],
  [
    "plugins/q/extensions/tool_execute_before/_10_y.ts",
    [extension("tool_execute_before"), "export {};"],
  ],
  ["extensions/nowhere/x.ts", [extension("agent_init")]],
];

function extension(point: string): string {
  return `import { defineExtension } from "pegboard";\nexport default defineExtension(${JSON.stringify(point)}, () => {});\n`;
}

const source = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("one", "two", "six").map((word) => toolSource(word)) },
  fc.constantFrom("write", "read", "deny").map((risk) => toolSource("risky", `risk: "${risk}",`)),
  fc.constantFrom("./lib/one", "./lib/one.ts", "./lib/two.js").map(
    (path) => `import { defineTool } from "pegboard";
import { word } from "${path}";
export default defineTool({ description: word, execute: () => word });`,
  ),
  fc.constantFrom("", "export default ;", "export const x = 1;", "throw new Error('no');"),
);

const helperSource = fc.constantFrom(
  `export const word = "First.";`,
  `export const word = "Other.";`,
  `export { word } from "./two.js";`,
  `export const word = ;`,
);

type Edit = { readonly what: string; readonly run: (workspace: TestWorkspace) => void };

function write(workspace: TestWorkspace, path: string, content: string): void {
  try {
    workspace.write({ [path]: content });
  } catch {
    // A file lies where a folder would have to be.
  }
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(tool, source).map(([path, text]) => ({
      what: `write ${path}: ${text}`,
      run: (w: TestWorkspace) => write(w, path, text),
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(helper, helperSource).map(([path, text]) => ({
      what: `write ${path}: ${text}`,
      run: (w: TestWorkspace) => write(w, path, text),
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        ...others.flatMap(([path, texts]) => texts.map((text) => [path, text] as const)),
      )
      .map(([path, text]) => ({
        what: `write ${path}: ${text}`,
        run: (w: TestWorkspace) => write(w, path, text),
      })),
  },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        tool,
        helper,
        fc.constantFrom(...others.map(([path]) => path)),
        fc.constantFrom("usr", "plugins/p", "plugins/q", "tools/lib", "usr/plugins"),
      )
      .map((path) => ({ what: `remove ${path}`, run: (w: TestWorkspace) => w.remove(path) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(tool, fc.constantFrom("plugins/p", "plugins/q", "tools/lib", "usr/tools")),
        fc.oneof(tool, fc.constantFrom("plugins/r", "usr/plugins/p", "usr/plugins/s")),
      )
      .map(([from, to]) => ({
        what: `move ${from} to ${to}`,
        run: (w: TestWorkspace) => {
          if (!existsSync(w.path(from)) || existsSync(w.path(to))) return;
          try {
            mkdirSync(dirname(w.path(to)), { recursive: true });
            renameSync(w.path(from), w.path(to));
          } catch {
            // It would be moved into itself, or onto a folder.
          }
        },
      })),
  },
  tool.map((path) => ({
    what: `rewrite ${path} with the same size and times`,
    run: (w: TestWorkspace) => {
      const file = w.path(path);
      if (!existsSync(file) || !statSync(file).isFile()) return;
      const { atime, mtime } = statSync(file);
      const text = readFileSync(file, "utf8");
      w.write({ [path]: text.replaceAll("one", "six").replaceAll("First", "Other") });
      utimesSync(file, atime, mtime);
    },
  })),
  tool.map((path) => ({
    what: `link ${path}`,
    run: (w: TestWorkspace) => {
      if (!existsSync(w.path(path))) {
        try {
          w.link(path, w.path("tools/a.ts"));
        } catch {
          // There is a link to nothing.
        }
      }
    },
  })),
);

/** The data of a board, or why there is none. */
const dataOrFault = (opening: Promise<unknown>): Promise<unknown> =>
  opening.catch((error: unknown) => String(error));

afterEach(() => {
  vi.useRealTimers();
});

/** How many edits each run makes, and how many runs there are: some hundreds in all. */
const EDITS = 30;
const RUNS = 10;

test("after any edits a warm board is what a board opened with nothing known is", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(edit, fc.constantFrom(...PROFILES), fc.boolean()), {
        minLength: EDITS,
        maxLength: EDITS,
      }),
      async (edits) => {
        const workspace = makeWorkspace(START);
        const done: string[] = [];
        for (const [{ what, run }, profile, isLater] of edits) {
          run(workspace);
          done.push(`${what} (${profile}${isLater ? ", later" : ""})`);
          // Some look at young files, some at old ones, and these at a whole board that is remembered.
          if (isLater) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
          const cold = await dataOrFault(coldData(workspace, { profile }));
          for (let start = 0; start < 2; start += 1) {
            const warm = await dataOrFault(openOwn(workspace, { profile }).then(dataOf));
            expect({ done, data: warm }).toEqual({ done, data: cold });
          }
        }
        vi.useRealTimers();
      },
    ),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 300_000);

test("after any edits a watched board is what a board opened with nothing known is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: EDITS, maxLength: EDITS }), async (edits) => {
      const workspace = makeWorkspace(START);
      const watched = await watchBoard({ root: workspace.root, packageRoot: null });
      try {
        const done: string[] = [];
        for (const { what, run } of edits) {
          run(workspace);
          done.push(what);
          const data = dataOf(await watched.refresh());
          // Where no board can be made, the last one stays.
          const cold = await coldData(workspace).catch(() => data);
          expect({ done, data }).toEqual({ done, data: cold });
        }
      } finally {
        await watched.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
}, 300_000);
