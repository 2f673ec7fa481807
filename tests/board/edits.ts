import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname } from "node:path";
import fc from "fast-check";
import { toolSource } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

/** The profiles that a workspace of edits begins with. */
export const PROFILES = ["default", "other"] as const;

export const START = {
  "agents/default/agent.md": "---\ntitle: Default\n---\nYou help.\n",
  "agents/other/agent.md": "---\ntitle: Other\n---\nYou help too.\n",
};

export type Edit = {
  readonly what: string;
  /** Does it, unless the workspace is not made for it: a file lies where a folder would have to be, say. */
  readonly run: (workspace: TestWorkspace) => void;
};

function editOf(what: string, work: (workspace: TestWorkspace) => void): Edit {
  const run = (workspace: TestWorkspace): void => {
    try {
      work(workspace);
    } catch {
      // Then nothing is edited.
    }
  };
  return Object.assign({ what, run }, { [fc.toStringMethod]: () => what });
}

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

/** What tools import, and what that imports. */
const HELPERS = [
  "tools/lib/one.ts",
  "tools/lib/two.js",
  "tools/lib/deep/three.ts",
  "plugins/p/tools/lib/one.ts",
  "plugins/p/tools/lib/two.ts",
  "lib/far.ts",
];

const SWITCHES = [
  "plugins/p/.toggle-0",
  "plugins/p/.toggle-1",
  "plugins/q/.toggle-0",
  "usr/plugins/p/.toggle-0",
  "usr/plugins/p/.toggle-1",
  "usr/plugins/q/.toggle-0",
  "usr/agents/default/plugins/p/.toggle-0",
  "usr/agents/default/plugins/q/.toggle-1",
  "usr/agents/other/plugins/q/.toggle-0",
];

function extension(point: string): string {
  return `import { defineExtension } from "pegboard";\nexport default defineExtension(${JSON.stringify(point)}, () => {});\n`;
}

/** What profiles say, one part of it wrong. */
const PROFILE_FILES: readonly (readonly [string, readonly string[]])[] = [
  [
    "agents/default/agent.md",
    [
      START["agents/default/agent.md"],
      "---\ntitle: D\n---\nRole.\n",
      "---\ntools: [a]\n---\n",
      "---\ntools: [a, nothing]\n---\n",
      "---\nno: 1\n---\n",
      "---\napprovals: { tools: { a: deny } }\n---\n",
    ],
  ],
  [
    "usr/agents/default/agent.md",
    ["---\ntitle: U\n---\n", "---\nmodel: openai/x\n---\n", "---\ntools: [b]\n---\n"],
  ],
  [
    "agents/other/agent.md",
    [
      START["agents/other/agent.md"],
      "---\nextends: default\n---\n",
      "---\nextends: third\n---\n",
      "---\ntitle: O\ntools: []\n---\nRole.\n",
      "---\ntools: [nothing]\n---\n",
    ],
  ],
  ["agents/third/agent.md", ["---\ntitle: T\n---\n", "---\nextends: other\n---\n"]],
];

const OTHERS: readonly (readonly [string, readonly string[]])[] = [
  [
    "plugins/p/plugin.md",
    [
      "---\ntitle: P\nsettings: { x: 1 }\n---\n",
      "---\ntitle: [\n---\n",
      "---\nalways_enabled: true\n---\n",
    ],
  ],
  ["usr/plugins/p/settings.yaml", ["x: 2\n", "x: [\n", "y: { z: 1 }\n"]],
  ["plugins/q/agents/other/agent.md", ["---\ntitle: Q\n---\n"]],
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

const source = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("one", "two", "six").map((word) => toolSource(word)) },
  fc.constantFrom("write", "read", "deny").map((risk) => toolSource("risky", `risk: "${risk}",`)),
  {
    weight: 4,
    arbitrary: fc
      .constantFrom("./lib/one", "./lib/one.ts", "./lib/two.js", "../lib/far.ts", "words")
      .map(
        (path) => `import { defineTool } from "pegboard";
import { word } from "${path}";
export default defineTool({ description: word, execute: () => word });`,
      ),
  },
  fc.constantFrom("", "export default ;", "export const x = 1;", "throw new Error('no');"),
);

const helperSource = fc.constantFrom(
  `export const word = "First.";`,
  `export const word = "Other.";`,
  `export { word } from "./two.js";`,
  `export { word } from "./deep/three.ts";`,
  `export { word } from "../tools/lib/two";`,
  `export const word = ;`,
);

/** Another version has another file: what lies at one path Node evaluates once. */
const packageFiles = fc
  .tuple(fc.constantFrom("", "plugins/p/"), fc.constantFrom("1", "2"))
  .map(([at, version]) => ({
    [`${at}node_modules/words/package.json`]: `{ "name": "words", "version": "${version}.0.0", "main": "v${version}.js" }`,
    [`${at}node_modules/words/v${version}.js`]: `exports.word = "${at}${version}.";`,
  }));

function writing(files: Readonly<Record<string, string>>): Edit {
  const what = Object.entries(files).map(([path, text]) => `write ${path}: ${text}`);
  return editOf(what.join("; "), (w) => w.write(files));
}

function move(w: TestWorkspace, from: string, to: string): void {
  if (!existsSync(w.path(from)) || existsSync(w.path(to))) return;
  mkdirSync(dirname(w.path(to)), { recursive: true });
  renameSync(w.path(from), w.path(to));
}

function moving(from: string, to: string): Edit {
  return editOf(`move ${from} to ${to}`, (w) => move(w, from, to));
}

const FOLDER_MOVES = [
  ["plugins/p", "plugins/r"],
  ["plugins/q", "usr/plugins/s"],
  ["usr/plugins/p", "plugins/t"],
  ["plugins", "put-away/plugins"],
  ["usr", "put-away/usr"],
  ["tools", "put-away/tools"],
  ["tools/lib", "put-away/lib"],
  ["agents/other", "put-away/other"],
  ["node_modules", "plugins/q/node_modules"],
] as const;

const EXCHANGES = [
  ["plugins/p", "plugins/q"],
  ["tools", "plugins/p/tools"],
] as const;

const LINKS = [
  ["tools/a.ts", "b.ts"],
  ["usr/tools/c.ts", "../../tools/a.ts"],
  ["tools/lib/one.ts", "two.js"],
  ["plugins/l", "q"],
  ["plugins/l", "../plugins/p"],
  ["plugins/l", "../put-away"],
  ["plugins/l", "../.."],
  ["usr/plugins", "../plugins"],
] as const;

function oneOf(files: typeof OTHERS): fc.Arbitrary<Edit> {
  const all = files.flatMap(([path, texts]) => texts.map((text) => writing({ [path]: text })));
  return fc.constantFrom(...all);
}

/** One edit of a workspace, as a person, an editor, a package manager or a version control makes it. */
export const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(tool, source).map(([path, text]) => writing({ [path]: text })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...HELPERS), helperSource)
      .map(([path, text]) => writing({ [path]: text })),
  },
  { weight: 5, arbitrary: oneOf(PROFILE_FILES) },
  // All of them well again, or the rest is not looked at.
  { weight: 2, arbitrary: fc.constant(writing(START)) },
  { weight: 5, arbitrary: oneOf(OTHERS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...SWITCHES).map((path) =>
      editOf(`toggle ${path}`, (w) => {
        if (existsSync(w.path(path))) w.remove(path);
        else w.write({ [path]: "" });
      }),
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .oneof(
        tool,
        fc.constantFrom(...HELPERS),
        fc.constantFrom(...[...PROFILE_FILES, ...OTHERS].map(([path]) => path)),
        fc.constantFrom("usr", "plugins/p", "plugins/q", "tools/lib", "usr/plugins"),
        fc.constantFrom("node_modules", "plugins/p/node_modules/words"),
      )
      .map((path) => editOf(`remove ${path}`, (w) => w.remove(path))),
  },
  { weight: 2, arbitrary: packageFiles.map(writing) },
  { weight: 2, arbitrary: fc.tuple(tool, tool).map(([from, to]) => moving(from, to)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...FOLDER_MOVES), fc.boolean())
      .map(([[from, to], isBack]) => (isBack ? moving(to, from) : moving(from, to))),
  },
  fc.constantFrom(...EXCHANGES).map(([a, b]) =>
    editOf(`exchange ${a} and ${b}`, (w) => {
      if (!existsSync(w.path(a)) || !existsSync(w.path(b))) return;
      move(w, a, "between");
      move(w, b, a);
      move(w, "between", b);
    }),
  ),
  fc.constantFrom(...LINKS).map(([link, target]) =>
    editOf(`link ${link} to ${target}`, (w) => {
      w.remove(link);
      w.link(link, target);
    }),
  ),
  {
    // While there is one, whole trees are never known from before.
    weight: 2,
    arbitrary: fc.constant(
      editOf("remove all links", (w) => {
        for (const [link] of LINKS) {
          const isLink = lstatSync(w.path(link), { throwIfNoEntry: false })?.isSymbolicLink();
          if (isLink) w.remove(link);
        }
      }),
    ),
  },
  tool.map((path) =>
    editOf(`rewrite ${path} with the same size and times`, (w) => {
      const { atime, mtime } = statSync(w.path(path));
      const text = readFileSync(w.path(path), "utf8");
      w.write({ [path]: text.replaceAll("one", "six").replaceAll("First", "Other") });
      utimesSync(w.path(path), atime, mtime);
    }),
  ),
  fc.constantFrom(...HELPERS).map((path) =>
    editOf(`save ${path} as it is, by rename`, (w) => {
      w.write({ saved: readFileSync(w.path(path), "utf8") });
      renameSync(w.path("saved"), w.path(path));
    }),
  ),
);
