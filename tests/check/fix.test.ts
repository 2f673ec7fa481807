import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openGround } from "../../core/board/open.ts";
import type { Ground } from "../../core/board/snapshot.ts";
import { check } from "../../core/check/check.ts";
import { CLEAN, CONTRACT, FRAGMENT, GUIDE, TOOL } from "../../core/check/examples/clean.ts";
import { fix } from "../../core/check/fix/fix.ts";
import type { FixReport } from "../../core/check/fix/fix.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { driftWorkspace } from "./drift/workspace.ts";
import { INJECTED } from "./drift/changes.ts";

const of = (file: string): string => CLEAN[file] ?? "";

// One for all cases: what does not differ from the clean one is not imported again.
const workspace = makeWorkspace();

type Fixed = {
  readonly report: FixReport;
  readonly after: (file: string) => string;
};

async function fixed(
  files: Readonly<Record<string, string | null>>,
  paths: string[] = [],
): Promise<Fixed> {
  workspace.reset({ ...CLEAN, ...files });
  const report = await fix({ root: workspace.root, packageRoot: null, paths });
  return { report, after: (file) => readFileSync(workspace.path(file), "utf8") };
}

function contentsOf(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    // What a board remembers for the next time.
    (file) => !file.startsWith(".pegboard"),
  );
  return new Map(
    files
      .filter((file) => statSync(join(root, file)).isFile())
      .map((file) => [file, readFileSync(join(root, file), "utf8")]),
  );
}

/** The lines that differ, by their number. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return now
    .filter((line) => !old.includes(line))
    .concat(old.filter((line) => !now.includes(line)).map((line) => `-${line}`));
}

test("a clean workspace stays as it is, to the byte", async () => {
  const { report } = await fixed({});
  expect(report).toEqual({ written: [], left: [] });
  for (const [file, text] of Object.entries(CLEAN))
    expect(readFileSync(workspace.path(file), "utf8")).toBe(text);
});

describe("what is missing is made", () => {
  test("a contract: what the code knows is in it, what it does not is asked for", async () => {
    const { report, after } = await fixed({ [CONTRACT]: null });
    expect(report.written).toEqual([{ file: CONTRACT, how: "made" }]);
    const text = after(CONTRACT);
    expect(text).toContain("tool: weather\nrisk: read\nbreak_loop: never\ninteractive: false\n");
    expect(text).toContain(
      "| city | string | yes | City name, in English |\n| days | integer | no | How many days ahead |",
    );
    expect(text).toContain("## Purpose\n\nCurrent weather for a city.");
    expect(report.left.map(({ code, message }) => [code, message])).toEqual([
      ["dox/section-template", "the section `Output` is still the template"],
      ["dox/section-template", "the section `Side Effects` is still the template"],
      ["dox/section-template", "the section `Verification` is still the template"],
    ]);
  });

  test("a fragment with a call that the tool takes; nothing is left", async () => {
    const { report, after } = await fixed({ [FRAGMENT]: null });
    expect(report).toEqual({ written: [{ file: FRAGMENT, how: "made" }], left: [] });
    expect(after(FRAGMENT)).toContain('"tool_name": "weather"');
    expect(after(FRAGMENT)).toContain("- `city` (string, required): City name, in English");
  });

  test("documents of a plugin's tool stand in the plugin", async () => {
    const { report } = await fixed({ "usr/plugins/sky/tools/moon.ts": of(TOOL) });
    expect(report.written.map(({ file }) => file)).toEqual([
      "usr/plugins/sky/prompts/agent.system.tool.moon.md",
      "usr/plugins/sky/tools/moon.ts.dox.md",
    ]);
  });

  test("an index gets the guides it misses, with what they are for", async () => {
    const { report, after } = await fixed({
      "tools/AGENTS.md": of(GUIDE).replace("with one", "with\none"),
      "plugins/a/AGENTS.md": of(GUIDE),
      "plugins/a/plugin.md": "---\ntitle: A\n---\n",
    });
    expect(report.left).toEqual([]);
    expect(after(GUIDE)).toContain(
      "## Child DOX Index\n\n- `plugins/a/AGENTS.md`: A workspace with one tool.\n- `tools/AGENTS.md`: A workspace with one tool.\n",
    );
  });
});

describe("a contract that is there is mended, and nothing of a person's is lost", () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      "an argument is new",
      {
        [TOOL]: of(TOOL).replace(
          "    days:",
          '    unit: z.enum(["c", "f"]).optional().describe("Unit | degrees"),\n    days:',
        ),
      },
      ['| unit | "c" \\| "f" | no | Unit \\| degrees |'],
    ],
    [
      "an argument is renamed: its sentence stays",
      {
        [TOOL]: of(TOOL).replace("city: z.", "town: z."),
        [CONTRACT]: of(CONTRACT).replace(
          "City name, in English",
          "Which town, as people there call it",
        ),
      },
      [
        "| town | string | yes | Which town, as people there call it |",
        "-| city | string | yes | Which town, as people there call it |",
      ],
    ],
    [
      "a type changed: the remark stays",
      {
        [TOOL]: of(TOOL).replace("z.number().int()", "z.number()"),
        [CONTRACT]: of(CONTRACT).replace("| integer |", "| integer (from 1) |"),
      },
      [
        "| days | number (from 1) | no | How many days ahead |",
        "-| days | integer (from 1) | no | How many days ahead |",
      ],
    ],
    [
      "a padded row is changed in its cell alone",
      {
        [TOOL]: of(TOOL).replace("city: z.string()", "city: z.string().optional()"),
        [CONTRACT]: of(CONTRACT).replace(
          "| city | string | yes |",
          "|  `city`  |string| yes      |",
        ),
      },
      [
        "|  `city`  |string| no       | City name, in English |",
        "-|  `city`  |string| yes      | City name, in English |",
      ],
    ],
    [
      "a section is missing",
      { [CONTRACT]: of(CONTRACT).replace("## Side Effects\n\nAsks a weather service.\n\n", "") },
      ["## Side Effects", "TODO: what it changes, and list it in `side_effects` above."],
    ],
    [
      "keys of the front matter are missing",
      { [CONTRACT]: of(CONTRACT).replace("risk: read\nbreak_loop: never\n", "") },
      ["risk: read", "break_loop: never"],
    ],
    [
      "the whole front matter is missing",
      { [CONTRACT]: of(CONTRACT).replace(/^---[\s\S]*?---\n/, "") },
      ["---", "tool: weather", "risk: read", "break_loop: never", "interactive: false", "---"],
    ],
    [
      "the table is missing",
      { [CONTRACT]: of(CONTRACT).replace(/\| name[\s\S]*?ahead \|\n/, "Two, as below.\n") },
      [
        "| name | type | required | meaning |",
        "| --- | --- | --- | --- |",
        "| city | string | yes | City name, in English |",
        "| days | integer | no | How many days ahead |",
      ],
    ],
    [
      "there were no arguments so far",
      { [CONTRACT]: of(CONTRACT).replace(/\| name[\s\S]*?ahead \|\n/, "None.\n") },
      [
        "| name | type | required | meaning |",
        "| --- | --- | --- | --- |",
        "| city | string | yes | City name, in English |",
        "| days | integer | no | How many days ahead |",
        "-None.",
      ],
    ],
  ])("%s", async (_name, files, lines) => {
    const { report, after } = await fixed(files);
    // The fragment is as it is made, so its rows are mended along.
    const others = report.written.map(({ file }) => file).filter((file) => file !== FRAGMENT);
    expect(others).toEqual([CONTRACT]);
    expect(changedLines(files[CONTRACT] ?? of(CONTRACT), after(CONTRACT))).toEqual(lines);
    const argumentsLeft = report.left.filter(({ code }) => code.startsWith("dox/argument"));
    expect(argumentsLeft).toEqual([]);
  });

  test("carriage returns and a byte order mark stay", async () => {
    const windows = `\uFEFF${of(CONTRACT).replace("| days | integer | no | How many days ahead |\n", "").replaceAll("\n", "\r\n")}`;
    const { after } = await fixed({ [CONTRACT]: windows });
    expect(after(CONTRACT)).toBe(`\uFEFF${of(CONTRACT).replaceAll("\n", "\r\n")}`);
  });

  test.each<[string, Record<string, string>, string]>([
    ["the risk", { [CONTRACT]: of(CONTRACT).replace("risk: read", "risk: write") }, "dox/risk"],
    [
      "break_loop",
      { [CONTRACT]: of(CONTRACT).replace("break_loop: never", "break_loop: always") },
      "dox/break-loop",
    ],
    [
      "a row that the code does not have",
      {
        [CONTRACT]: of(CONTRACT).replace(
          "| days |",
          "| hour | integer | no | Says much |\n| days |",
        ),
      },
      "dox/argument-unknown",
    ],
    [
      "broken front matter",
      { [CONTRACT]: of(CONTRACT).replace("risk: read", "risk: a: b") },
      "dox/front-matter",
    ],
    [
      "a wrong call in a fragment",
      { [FRAGMENT]: of(FRAGMENT).replace('"Oslo"', "7") },
      "prompt/example-refused",
    ],
  ])("%s is left for a person, and said to be", async (_name, files, code) => {
    const { report } = await fixed(files);
    expect(report.written).toEqual([]);
    expect(report.left).toMatchObject([{ code }]);
    for (const [file, text] of Object.entries(files))
      expect(readFileSync(workspace.path(file), "utf8")).toBe(text);
  });

  test("only what is in the paths is written", async () => {
    const files = { [CONTRACT]: null, "tools/moon.ts": of(TOOL) };
    const { report } = await fixed(files, ["tools/moon.ts"]);
    expect(report.written.map(({ file }) => file)).toEqual(["tools/moon.ts.dox.md"]);
  });
});

describe("twice changes nothing more, and nothing is left behind", () => {
  const clean = driftWorkspace();
  const drifting = makeWorkspace(clean);
  const { root } = drifting;
  let ground: Ground;

  beforeAll(async () => {
    ground = await openGround({ root, packageRoot: null });
  });

  test.each(
    INJECTED.flatMap((injected) => {
      const edits = injected.edits.filter((edit) => "from" in edit);
      return edits.length === injected.edits.length ? [[injected.what, edits] as const] : [];
    }).filter((_, index) => index % 2 === 0),
  )("%s", async (_what, edits) => {
    const touched = edits.map(({ file }) => file);
    for (const { file, from, to } of edits) {
      drifting.write({ [file]: readFileSync(drifting.path(file), "utf8").replace(from, to) });
    }
    const first = await fix({ root, ground });
    const once = contentsOf(root);
    const again = await fix({ root, ground });
    expect(again.written).toEqual([]);
    expect(contentsOf(root)).toEqual(once);
    expect([...once.keys()].filter((file) => file.includes(".tmp"))).toEqual([]);
    for (const file of [...touched, ...first.written.map((written) => written.file)]) {
      drifting.write({ [file]: clean[file] ?? "" });
    }
  });

  test("all documents of all tools, made from nothing, hold against the code", async () => {
    const files = Object.entries(driftWorkspace()).filter(
      ([file]) => !/\.dox\.md$|system\.tool\./.test(file),
    );
    const bare = makeWorkspace(Object.fromEntries(files));
    const { written } = await fix({ root: bare.root, packageRoot: null });
    expect(written.length).toBeGreaterThan(25);
    const { diagnostics } = await check({ root: bare.root, packageRoot: null });
    expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(["dox/section-template"]);
  });
});
