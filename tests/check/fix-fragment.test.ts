import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { openGround } from "../../core/board/open.ts";
import type { Ground } from "../../core/board/snapshot.ts";
import { check } from "../../core/check/check.ts";
import { CLEAN } from "../../core/check/examples/clean.ts";
import { fix } from "../../core/check/fix/fix.ts";
import { toolFiles } from "../../core/cli/scaffold/assets.ts";
import { parseToolArgument } from "../../core/cli/scaffold/tool-arguments.ts";
import { makeWorkspace } from "../support/workspace.ts";

const HOME = "usr/plugins/mine";
const CODE = `${HOME}/tools/forecast.ts`;
const DOX = `${CODE}.dox.md`;
const PROMPT = `${HOME}/prompts/agent.system.tool.forecast.md`;

/** What `pegboard new tool` makes. */
const MADE = Object.fromEntries(
  toolFiles({
    name: "forecast",
    description: "Weather of days to come.",
    risk: "read",
    args: ["city:string:City name", "days?:integer:How many"].map(parseToolArgument),
    folder: HOME,
  }),
);

const workspace = makeWorkspace();
const { root } = workspace;
let ground: Ground;

beforeAll(async () => {
  ground = await openGround({ root, packageRoot: null });
});

const read = (file: string): string => readFileSync(workspace.path(file), "utf8");

/** What is found, as `code line`, in the files of the tool. */
async function told(): Promise<string[]> {
  const { diagnostics } = await check({ root, ground });
  return diagnostics.map(({ code, file, line }) => `${code} ${file}:${line}`);
}

function lineOf(file: string, text: string): number {
  return (
    read(file)
      .split("\n")
      .findIndex((line) => line.includes(text)) + 1
  );
}

function start(source: (text: string) => string, more: Record<string, string> = {}): void {
  const text = MADE[CODE] ?? "";
  const after = source(text);
  workspace.reset({ ...CLEAN, ...MADE, [CODE]: after, ...more });
}

const CITY = '    city: z.string().describe("City name"),';
const DAYS = '    days: z.number().int().optional().describe("How many"),';

describe("edit the schema of a new tool, mend, and nothing is found", () => {
  test.each<[string, (text: string) => string, string[], string[]]>([
    [
      "a required argument more",
      (text) => text.replace(DAYS, `    unit: z.enum(["c", "f"]).describe("Unit"),\n${DAYS}`),
      ["prompt/argument-not-mentioned", "prompt/example-refused"],
      ['- `unit` ("c" | "f", required): Unit', '"unit": "c"'],
    ],
    [
      "a nested argument more",
      (text) =>
        text.replace(
          DAYS,
          `${DAYS}\n    at: z.object({ lat: z.number().min(-90).describe("Latitude"), of: z.array(z.object({ id: z.string().max(2).describe("Id") })).describe("Places") }).describe("Where"),`,
        ),
      ["prompt/argument-not-mentioned", "prompt/example-refused"],
      ["- `at.lat` (number, required): Latitude", '"lat": -90', '"id": "te"'],
    ],
    [
      "one renamed, and one of another type that must be given",
      (text) =>
        text
          .replace(CITY, CITY.replace("city", "town"))
          .replace(DAYS, '    days: z.string().describe("How many"),'),
      [
        "prompt/argument-not-mentioned",
        "prompt/argument-required",
        "prompt/argument-type",
        "prompt/example-refused",
        "prompt/unknown-argument",
      ],
      [
        "- `town` (string, required): City name",
        "- `days` (string, required): How many",
        '"town": "some text"',
        '"days": "text"',
      ],
    ],
    [
      "one that need not be given",
      (text) => text.replace(CITY, '    city: z.string().optional().describe("City name"),'),
      ["prompt/argument-required"],
      ["- `city` (string, optional): City name"],
    ],
  ])("%s", async (_what, edit, codes, lines) => {
    start(edit);
    const found = await told();
    const inPrompt = found
      .filter((text) => text.includes(PROMPT))
      .map((text) => text.split(" ")[0]);
    expect([...new Set(inPrompt)].sort()).toEqual(codes);
    await fix({ root, ground });
    expect((await told()).filter((text) => !text.includes("dox/section-template"))).toEqual([]);
    for (const line of lines) expect(read(PROMPT)).toContain(line);
    expect((await fix({ root, ground })).written).toEqual([]);
  });

  test("a tool without arguments gets one", async () => {
    const bare =
      MADE[CODE]?.replace(/args: z\.object\(\{[\s\S]*?\}\),\n/, "args: z.object({}),\n") ?? "";
    workspace.reset({ ...CLEAN, [CODE]: bare.replace(/\{ city, days \}/g, "_") });
    await fix({ root, ground });
    expect(read(PROMPT)).not.toContain("Arguments:");
    workspace.write({ [CODE]: MADE[CODE] ?? "" });
    await fix({ root, ground });
    expect(read(PROMPT)).toContain(
      "Arguments:\n\n- `city` (string, required): City name\n- `days`",
    );
    expect((await told()).filter((text) => text.includes(PROMPT))).toEqual([]);
  });
});

describe("what a person wrote stays", () => {
  const rename = (text: string): string => text.replace(CITY, CITY.replace("city", "town"));

  test("after the contract is mended, stale rows that nobody generated are still found", async () => {
    const prompt =
      "### forecast\n\nCall it with `town` set.\n\n* `city` (text): City name\n* `days` (whole weeks, optional) ahead\n";
    start(rename, { [PROMPT]: prompt });
    await fix({ root, ground });
    expect(read(PROMPT)).toBe(prompt);
    expect(await told()).toEqual([`prompt/unknown-argument ${PROMPT}:${lineOf(PROMPT, "`city`")}`]);
    expect(read(DOX)).toContain("| town |");
  });

  test("meanings, prose, chosen values and calls that are set by hand", async () => {
    const prompt = (MADE[PROMPT] ?? "")
      .replace("City name", "As people *there* call it")
      .replace('"some text"', '"Oslo"')
      .replace("```json", 'Or `{"city": "Bergen"}`.\n\n```json')
      .concat('\n```json\n{ "tool_name": "forecast", "tool_args": { "city": "Hamar" } }\n```\n');
    start(rename, { [PROMPT]: prompt });
    await fix({ root, ground });
    expect(read(PROMPT)).toBe(
      prompt.replace("- `city`", "- `town`").replace('    "city": "Oslo"', '    "town": "Oslo"'),
    );
  });

  test("carriage returns", async () => {
    start(rename, { [PROMPT]: (MADE[PROMPT] ?? "").replaceAll("\n", "\r\n") });
    await fix({ root, ground });
    const plain = read(PROMPT).replaceAll("\r\n", "\n");
    expect(plain).toContain("- `town` (string, required): City name");
    expect(read(PROMPT)).toBe(plain.replaceAll("\n", "\r\n"));
  });
});
