import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../core/board/diagnostic.ts";
import { check } from "../../core/check/check.ts";
import { CLEAN, CONTRACT, FRAGMENT, GUIDE, TOOL } from "../../core/check/examples/clean.ts";
import { makeWorkspace } from "../support/workspace.ts";

// One for all cases: what does not differ from the clean one is not imported again.
const workspace = makeWorkspace();

async function findings(files: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
  workspace.reset({ ...CLEAN, ...files });
  return (await check({ root: workspace.root, packageRoot: null })).diagnostics;
}

const of = (file: string): string => CLEAN[file] ?? "";

/** The clean fragment with more text at its end. */
const fragment = (more: string): Record<string, string> => ({
  [FRAGMENT]: `${of(FRAGMENT)}\n${more}\n`,
});

const contract = (from: string | RegExp, to: string): Record<string, string> => ({
  [CONTRACT]: of(CONTRACT).replace(from, to),
});

const LONG_ROWS = Array.from({ length: 120 }, (_, n) => `a${n}`);

describe("nothing is found in what is right, however it is written", () => {
  test.each<[string, Record<string, string>]>([
    [
      "prose that holds words which happen to be arguments of other tools, or none",
      fragment(
        "The limit of the query is the user: no path, file or text is named, and hours do not count.",
      ),
    ],
    [
      "prose in which the tool's own arguments are plain words",
      fragment("Every city has days on which it rains."),
    ],
    [
      "words in backticks that are no arguments",
      fragment("Runs `curl`, reads `stdin`, and fails with `ENOENT` or `404`."),
    ],
    [
      "fields of the result, in a list",
      fragment("Returns:\n\n- `temperature`: in °C\n- `wind`: in knots"),
    ],
    [
      "fields of the result, in a table",
      fragment(
        "| result | meaning |\n| --- | --- |\n| `temperature` | in °C |\n| `city` | as asked |",
      ),
    ],
    [
      "a plural of an argument as a field of the result",
      fragment("It answers with `cities` and the `day` of each."),
    ],
    ...[
      "(text): where",
      "(str, required): where",
      "(string, an English name): where",
      "(required): where",
      "(string; required): where",
      "(the place, as people call it): where",
      "says where",
      "(see below)",
    ].map((row): [string, Record<string, string>] => [
      `a row that says ${row}`,
      fragment(`- \`city\` ${row}\n- \`days\` (int, at most 10, optional): how far`),
    ]),
    [
      "forms that are introduced as something else",
      fragment("Forms:\n\n- `csv`: a table\n- `json`, the same as data"),
    ],
    [
      "values that are explained, in a list below it",
      fragment("- `city`: one of\n  - `oslo`: in the south\n  - `bergen`: in the west"),
    ],
    [
      "typed fields of the result",
      fragment("Returns:\n\n- `wind` (object)\n  - `knots` (number): how fast"),
    ],
    [
      "values of an argument, in a list below it",
      fragment("- `city`: one of\n  - `oslo`\n  - `bergen`"),
    ],
    ["JSON that is no call", fragment('```json\n{ "town": "Oslo", "temperature": 4 }\n```')],
    [
      "a call in another language",
      fragment('```python\nclient.call({"tool_name": "other", "tool_args": {"x": 1}})\n```'),
    ],
    [
      "the form of a call",
      fragment('```json\n{ "tool_name": "<tool>", "tool_args": { "<argument>": 1 } }\n```'),
    ],
    [
      "a block inside of a longer fence",
      fragment('````md\n```json\n{ "tool_name": "other", "tool_args": {} }\n```\n````'),
    ],
    [
      "an HTML comment",
      fragment(
        '<!--\nThe argument `town`, the tool `other`:\n```json\n{ "tool_name": "other" }\n```\n-->',
      ),
    ],
    ["inline JSON", fragment('The text form would be `{"tool_name": "other"}`.')],
    [
      "settings as key and value",
      fragment("Set `TZ=UTC` and `units: metric` in the settings of the plugin."),
    ],
    ["commands and paths", fragment("See `usr/plugins/mine`, `npm test`, `a.b.c` and `--flag`.")],
    [
      "a tool that is named only where it is there",
      fragment("{{if has.forecast}}\nFor tomorrow use the tool `forecast`.\n{{endif}}"),
    ],
    [
      "a fragment in French",
      {
        [FRAGMENT]:
          "### weather\n\nLa météo d'une ville. Ce sont les jours, pas les heures.\n\n- `city` : nom de la ville, en anglais\n- `days` : combien de jours\n",
      },
    ],
    [
      "a fragment in Chinese",
      { [FRAGMENT]: "### weather\n\n查询一个城市的天气。\n\n- `city`：城市名\n- `days`：天数\n" },
    ],
    [
      "a fragment in Arabic",
      {
        [FRAGMENT]:
          "### weather\n\nحالة الطقس في مدينة.\n\n- `city`: اسم المدينة\n- `days`: عدد الأيام\n",
      },
    ],
    [
      "carriage returns everywhere",
      Object.fromEntries(
        Object.entries(CLEAN).map(([file, text]) => [file, text.replaceAll("\n", "\r\n")]),
      ),
    ],
    [
      "a byte order mark everywhere",
      Object.fromEntries(Object.entries(CLEAN).map(([file, text]) => [file, `\uFEFF${text}`])),
    ],
    [
      "no line end at the end",
      Object.fromEntries(Object.entries(CLEAN).map(([file, text]) => [file, text.trimEnd()])),
    ],
    ["a table without outer pipes", contract(/^\| (.*) \|$/gm, "$1")],
    [
      "a table that is padded",
      contract(/^\| (\w+) \| (\w+) \| (\w+) \|/gm, "|   $1   |  $2     |   $3    |"),
    ],
    [
      "names in backticks, types in other words",
      contract("| days | integer | no |", "| `days` | `int` | No (default 1) |"),
    ],
    [
      "an escaped pipe in the meaning",
      contract("How many days ahead |", "How many days ahead, 0 \\| 1 \\| more |"),
    ],
    [
      "columns in another order, and more of them",
      contract(
        /\| name[\s\S]*?ahead \|\n/,
        "| required | since | name | type | default |\n| --- | --- | --- | --- | --- |\n| yes | 0.1 | city | string | |\n| no | 0.2 | days | integer | 1 |\n",
      ),
    ],
    [
      "another table in the section",
      contract("## Output", "| city | code |\n| --- | --- |\n| Oslo | OSL |\n\n## Output"),
    ],
    [
      "a table in a code fence",
      contract(
        "## Output",
        "```\n| name | type | required |\n|---|---|---|\n| town | string | yes |\n```\n\n## Output",
      ),
    ],
    [
      "a table in a comment",
      contract(
        "## Output",
        "<!--\n| name | type | required |\n|---|---|---|\n| town | string | yes |\n-->\n\n## Output",
      ),
    ],
    ["a heading in a code fence", contract("Asks a weather service.", "```md\n## Purpose\n```")],
    [
      "nested code fences",
      contract("Asks a weather service.", "````md\n```json\n## Purpose\n```\nTODO: no\n````"),
    ],
    [
      "headings in other spellings",
      {
        [CONTRACT]: of(CONTRACT)
          .replace("## break_loop", "## `break_loop`")
          .replace("## Side Effects", "## Side effects ##"),
      },
    ],
    ["more sections", contract("## Output", "## History\n\nTODO: nobody has to.\n\n## Output")],
    [
      "a sub-heading in the arguments",
      contract("## Output", "### Notes\n\nDays are counted from today.\n\n## Output"),
    ],
    [
      "a command in Verification",
      contract(
        "- `tests/weather.test.ts`",
        "- `tests/weather.test.ts`\n- `npm test -- weather`\n- by hand: ask it",
      ),
    ],
    [
      "a file beside the tool, a package, a built-in",
      contract(
        "- `zod`, for the arguments",
        "- `zod`\n- `weather.ts`\n- `node:fs`\n- a network connection",
      ),
    ],
    [
      "another flow of front matter",
      contract("side_effects: [network]", "side_effects:\n  - network # the service\nowner: ada"),
    ],
    [
      "a comment that speaks of ending the turn",
      {
        [TOOL]: of(TOOL).replace(
          "    return",
          "    // not new Response({ break_loop: true })\n    return",
        ),
      },
    ],
    [
      "a text that looks like code",
      {
        [TOOL]: of(TOOL).replace(
          "    return",
          "    const note = \"import x from 'left-pad'\";\n    void note;\n    return",
        ),
      },
    ],
    ["an AGENTS.md of somebody else", { "docs/AGENTS.md": "# For agents\n\nBe kind.\n" }],
    [
      "a guide below another guide's folder that lists it",
      {
        [GUIDE]: of(GUIDE).replace("None.", "- [The tools](tools/AGENTS.md) are here."),
        "tools/AGENTS.md": of(GUIDE),
      },
    ],
    [
      "guides in folders that nobody writes",
      {
        "node_modules/x/AGENTS.md": of(GUIDE),
        "dist/AGENTS.md": of(GUIDE),
        ".cache/AGENTS.md": of(GUIDE),
      },
    ],
    [
      "a secret's name, a made-up key",
      fragment("Write `§§secret(API_KEY)`, not `sk-your-key-here-0000000000000000`."),
    ],
  ])("%s", async (_name, files) => {
    expect(await findings(files)).toEqual([]);
  });

  test("a long table", async () => {
    const properties = LONG_ROWS.map(
      (name) => `    ${name}: z.string().optional().describe("Row ${name}"),`,
    );
    const rows = LONG_ROWS.map((name) => `| ${name} | string | no | Row ${name} |`);
    const files = {
      [TOOL]: of(TOOL).replace("    days:", `${properties.join("\n")}\n    days:`),
      [CONTRACT]: of(CONTRACT).replace("| days |", `${rows.join("\n")}\n| days |`),
    };
    expect(await findings(files)).toEqual([]);
    const cut = {
      ...files,
      [CONTRACT]: (files[CONTRACT] ?? "").replace("| a77 | string |", "| a77 | integer |"),
    };
    expect(await findings(cut)).toMatchObject([{ code: "dox/argument-type", line: 19 + 77 }]);
  });
});
