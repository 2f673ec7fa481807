import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../core/board/diagnostic.ts";
import { FORMATS, formatReport } from "../../core/check/formats/format.ts";
import type { FormatName } from "../../core/check/formats/format.ts";
import { toReport } from "../../core/check/report.ts";

const TOKEN = ["gh", "p_", "k3Jq8Zt1Vw5Xy7Bn2Lm4Pq6Rs9Tu0Aa3Cc5D"].join("");

const FOUND: Diagnostic[] = [
  {
    code: "dox/argument-type",
    severity: "error",
    message: "`limit` is `integer` in the code, `string` in the contract",
    file: "tools/a b.ts.dox.md",
    line: 2,
    hint: "Write `integer`, or change the code.",
  },
  {
    code: "prompt/too-long",
    severity: "warning",
    message: '50% <too> long: a, b & "c"\nreally',
    file: "prompts/ü#1.md",
    line: null,
    hint: null,
  },
  { code: "made/up", severity: "info", message: "Something.", file: null, line: null, hint: null },
];

const FILE = `first\n| limit | string | \u001B[31m${TOKEN}\nthird\n`;

function write(name: FormatName, diagnostics: readonly Diagnostic[]): Promise<string> {
  return formatReport(name, {
    report: toReport(diagnostics),
    root: "/somewhere",
    read: (file) => (file === "tools/a b.ts.dox.md" ? FILE : null),
    colors: false,
    version: "1.2.3",
  });
}

const sarifSchema = ((): ReturnType<Ajv["compile"]> => {
  const text = readFileSync(new URL("../fixtures/sarif/sarif-2.1.0.json", import.meta.url), "utf8");
  // The schema is written for draft 4; all that it uses means the same in draft 7 but for the name of `id`.
  const { $schema: _schema, id: _id, ...schema } = JSON.parse(text) as Record<string, unknown>;
  return new Ajv({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
    allErrors: true,
  }).compile(schema);
})();

function sarifProblems(log: unknown): unknown[] {
  return sarifSchema(log) ? [] : (sarifSchema.errors ?? []);
}

describe("pretty", () => {
  test("shows the line, what is wrong and what to do, as a compiler does", async () => {
    const text = await write("pretty", FOUND.slice(0, 1));
    expect(text).toContain(
      "error[dox/argument-type]: `limit` is `integer` in the code, `string` in the contract",
    );
    expect(text).toContain("  --> tools/a b.ts.dox.md:2");
    expect(text).toMatch(/ {2}1 \| first\n> 2 \| \| limit \| string/);
    expect(text).toContain("Write `integer`, or change the code.");
    expect(text).toMatch(/1 error\.$/);
  });

  test("neither a key nor anything that steers the terminal comes out of a file", async () => {
    const text = await write("pretty", FOUND);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain("\u001B");
    expect(text).toMatch(/1 error, 1 warning, 1 note\.$/);
  });

  test("nothing found", async () => {
    expect(await write("pretty", [])).toBe("No findings.");
  });
});

test("json is the report itself", async () => {
  const parsed: unknown = JSON.parse(await write("json", FOUND));
  expect(parsed).toEqual({
    ok: false,
    counts: { error: 1, warning: 1, info: 1 },
    diagnostics: expect.arrayContaining(FOUND) as unknown,
  });
});

test("github writes workflow commands, a line each", async () => {
  expect((await write("github", FOUND)).split("\n")).toEqual([
    "::notice title=made/up::Something.",
    '::warning file=prompts/ü#1.md,title=prompt/too-long::50%25 <too> long: a, b & "c"%0Areally',
    "::error file=tools/a b.ts.dox.md,line=2,title=dox/argument-type::`limit` is `integer` in the code, `string` in the contract%0AWrite `integer`, or change the code.",
  ]);
});

describe("sarif", () => {
  test("is what the published schema asks for, and says all of it", async () => {
    const log = JSON.parse(await write("sarif", FOUND)) as {
      runs: [{ results: Record<string, unknown>[]; tool: { driver: { rules: { id: string }[] } } }];
    };
    expect(sarifProblems(log)).toEqual([]);
    const [run] = log.runs;
    expect(run.tool.driver.rules.map(({ id }) => id)).toEqual([
      "dox/argument-type",
      "made/up",
      "prompt/too-long",
    ]);
    expect(run.results).toHaveLength(3);
    expect(run.results.at(-1)).toMatchObject({
      ruleId: "dox/argument-type",
      ruleIndex: 0,
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "tools/a%20b.ts.dox.md", uriBaseId: "ROOT" },
            region: { startLine: 2 },
          },
        },
      ],
    });
    expect(JSON.stringify(run.results)).toContain("prompts/%C3%BC%231.md");
  });

  test("the schema in the test refuses what is no SARIF", () => {
    expect(sarifSchema({ version: "2.1.0" })).toBe(false);
    expect(
      sarifSchema({
        version: "2.1.0",
        runs: [{ tool: { driver: { name: "x" } }, results: [{ level: "bad" }] }],
      }),
    ).toBe(false);
  });
});

describe("junit", () => {
  test("a suite a file, errors fail", async () => {
    const xml = await write("junit", FOUND);
    expect(xml).toContain('<testsuites name="pegboard check" tests="3" failures="1" errors="0">');
    expect(xml).toContain(
      '<testsuite name="tools/a b.ts.dox.md" tests="1" failures="1" errors="0" skipped="0">',
    );
    expect(xml).toContain('<failure type="dox/argument-type"');
    expect(xml).toContain("50% &lt;too&gt; long: a, b &amp; &quot;c&quot;&#10;really");
  });

  test("nothing found is one test that passes", async () => {
    const xml = await write("junit", []);
    expect(xml).toContain('tests="1" failures="0"');
    expect(xml).toContain('<testcase classname="pegboard" name="no findings"/>');
  });
});

test("every format takes any finding, and stays well-formed", async () => {
  const diagnostic = fc.record({
    code: fc.constantFrom("dox/risk", "x/y"),
    severity: fc.constantFrom("error" as const, "warning" as const, "info" as const),
    message: fc.string({ unit: "binary" }),
    file: fc.option(fc.string({ unit: "binary", minLength: 1 })),
    line: fc.option(fc.nat().map((n) => n + 1)),
    hint: fc.option(fc.string({ unit: "binary" })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(diagnostic, { maxLength: 4 }), async (found) => {
      for (const name of FORMATS) expect(typeof (await write(name, found))).toBe("string");
      expect(sarifProblems(JSON.parse(await write("sarif", found)))).toEqual([]);
      const lines = (await write("github", found)).split("\n").filter(Boolean);
      expect(lines.every((line) => /^::(?:error|warning|notice) /.test(line))).toBe(true);
      const xml = await write("junit", found);
      // oxlint-disable-next-line no-control-regex
      expect(xml).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
      expect(xml.replace(/"[^"]*"/g, "").match(/</g)?.length).toBe(
        xml.replace(/"[^"]*"/g, "").match(/>/g)?.length,
      );
    }),
    { numRuns: 100 },
  );
});
