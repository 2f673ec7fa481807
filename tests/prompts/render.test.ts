import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, makeWorkspace } from "../support/workspace.ts";
import { build, told } from "./build.ts";

const MAIN = "prompts/agent.system.main.md";
const OWN = "agents/default/prompts/agent.system.main.md";
const USER = "usr/prompts/agent.system.main.md";

/** The text of a main prompt, with further files and variables. */
async function render(
  text: string,
  variables: Record<string, unknown> = {},
  files: Record<string, string> = {},
) {
  const built = await build(makeWorkspace({ [MAIN]: text, ...files }), { variables });
  return { text: built.system, told: told(built) };
}

/** Every main prompt of these tests leaves the role out, which is reported and not what they are about. */
function others(reports: readonly string[]): string[] {
  return reports.filter((each) => !each.includes("`role`"));
}

describe("conditions", () => {
  test.each([
    [true, "A B C"],
    [false, "A  C"],
  ])("x is %s", async (x, expected) => {
    expect((await render("A {{if x}}B{{endif}} C", { x })).text).toBe(expected);
  });

  test.each([
    [true, true, "1"],
    [true, false, "2"],
    [false, true, "3"],
  ])("nested, x is %s and y is %s", async (x, y, expected) => {
    const text = "{{if x}}{{if y}}1{{else}}2{{endif}}{{else}}3{{if y}}{{endif}}{{endif}}";
    expect((await render(text, { x, y })).text).toBe(expected);
  });

  test("on an unknown name counts as false, says so, and what follows is still evaluated", async () => {
    const { text, told: reports } = await render(
      "{{if nobody}}A{{else}}B{{endif}} {{if x}}C{{endif}}",
      {
        x: true,
      },
    );
    expect(text).toBe("B C");
    expect(others(reports)).toEqual([
      expect.stringMatching(
        /^prompt\/unknown-variable prompts\/agent\.system\.main\.md:1 .*`nobody`/,
      ),
    ]);
  });

  test("on a part that a known name lacks is false and no mistake", async () => {
    const { text, told: reports } = await render(
      "{{if map.a}}A{{endif}}{{if map.b.c}}B{{endif}}.",
      {
        map: { a: 1 },
      },
    );
    expect(text).toBe("A.");
    expect(others(reports)).toEqual([]);
  });

  test("never reach what every object has", async () => {
    const { text } = await render(
      "{{if map.constructor}}A{{endif}}{{if toString}}B{{endif}}{{if map.__proto__}}C{{endif}}{{hasOwnProperty}}",
      { map: {} },
    );
    expect(text).toBe("{{hasOwnProperty}}");
  });
});

describe("values", () => {
  test.each([
    ["text", "text"],
    ['{{include "x.md"}} and {{w}} and {{if w}}', '{{include "x.md"}} and {{w}} and {{if w}}'],
    ["$& $1 \\n", "$& $1 \\n"],
    [3, "3"],
    [false, "false"],
    [null, ""],
    [["a", "b"], '["a","b"]'],
    [{ a: 1 }, '{"a":1}'],
  ])("%j stands in the prompt as it is", async (v, expected) => {
    const files = { "prompts/x.md": "WRONG" };
    expect((await render("<{{v}}>{{ v }}<{{  v\n}}>", { v, w: 1 }, files)).text).toBe(
      `<${expected}>${expected}<${expected}>`,
    );
  });

  test("one that can not be written is left out and reported", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const { text, told: reports } = await render("<{{a}}{{b}}>", { a: circle, b: () => 1 });
    expect(text).toBe("<>");
    expect(reports.filter((each) => each.startsWith("prompt/unwritable-value"))).toHaveLength(2);
  });

  test("an unknown name, and what is no tag, stay as they are", async () => {
    const { text, told: reports } = await render("a\n{{nobody}} {{ a b }} {{no.body}}");
    expect(text).toBe("a\n{{nobody}} {{ a b }} {{no.body}}");
    expect(others(reports)).toEqual([
      expect.stringMatching(/^prompt\/unknown-variable .*:2 .*`nobody`/),
      expect.stringMatching(/^prompt\/unknown-tag .*:2 /),
      expect.stringMatching(/^prompt\/unknown-variable .*:2 .*`no\.body`/),
    ]);
  });

  test("that nothing uses are reported, also when only a branch not taken could", async () => {
    const { told: reports } = await render(
      "{{if x}}{{y}}{{include 'a.md'}}{{endif}}",
      { x: 0, y: 1, z: 2, w: 3 },
      {
        "prompts/a.md": "{{w}}",
      },
    );
    expect(others(reports)).toEqual([expect.stringMatching(/^prompt\/unused-variable .*`z`/)]);
  });
});

describe("the original below", () => {
  test("is put in, through as many layers as there are", async () => {
    const files = {
      [MAIN]: "BASE\n",
      [USER]: "<{{include original}}>\n",
      [OWN]: "TOP {{include original}} END\n",
    };
    expect((await build(makeWorkspace(files))).system).toBe("TOP <BASE> END");
  });

  test("with nothing below is empty", async () => {
    const { text, told: reports } = await render("TOP {{include original}} END");
    expect(text).toBe("TOP  END");
    expect(others(reports)).toEqual([]);
  });
});

describe("includes", () => {
  test("of files in any layer, the highest wins", async () => {
    const { text } = await render(
      '{{include "a.md"}} {{include "./sub/b.md"}}',
      {},
      {
        "prompts/a.md": "low",
        "usr/prompts/a.md": "high\n",
        "prompts/sub/b.md": "{{include 'a.md'}}!\n\n",
      },
    );
    expect(text).toBe("high high!");
  });

  test("of a file that is not there: a warning that names both", async () => {
    const { text, told: reports } = await render('A\n{{include "gone.md"}}\nB');
    expect(text).toBe("A\n\nB");
    expect(others(reports)).toEqual([
      expect.stringMatching(
        /^prompt\/missing-include prompts\/agent\.system\.main\.md:2 prompts\/agent\.system\.main\.md .*"gone\.md"/,
      ),
    ]);
  });

  test.each([
    "/etc/passwd",
    "../agents/default/agent.md",
    "a/../../x.md",
    "..",
    "C:\\x.md",
    "..\\x.md",
    "\\\\host\\x",
    "",
    "a\0b",
  ])("of %j are refused", async (target) => {
    const { text, told: reports } = await render(`A{{include "${target}"}}B`);
    expect(text).toBe("AB");
    expect(others(reports)).toEqual([
      expect.stringMatching(/^prompt\/include-outside .*agent\.system\.main\.md/),
    ]);
  });

  test("in a circle: an error that names the chain, and the rest is there", async () => {
    const { text, told: reports } = await render(
      '0{{include "a.md"}}1',
      {},
      {
        "prompts/a.md": 'A{{include "b.md"}}a',
        "prompts/b.md": 'B{{include "a.md"}}b',
      },
    );
    expect(text).toBe("0ABba1");
    expect(others(reports)).toEqual([
      expect.stringMatching(
        /^prompt\/include-circle prompts\/b\.md:1 .*prompts\/agent\.system\.main\.md → prompts\/a\.md → prompts\/b\.md → prompts\/a\.md/,
      ),
    ]);
  });

  test("of itself by name from below is a circle too", async () => {
    const workspace = makeWorkspace({
      [MAIN]: 'BASE {{include "agent.system.main.md"}}',
      [OWN]: "TOP {{include original}}",
    });
    const built = await build(workspace);
    expect(built.system).toBe("TOP BASE");
    expect(others(told(built))).toEqual([expect.stringMatching(/^prompt\/include-circle /)]);
  });

  test("that multiply are stopped", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `prompts/${at}.md`,
        `{{include "${at + 1}.md"}}x{{include "${at + 1}.md"}}`,
      ]),
    );
    const { told: reports } = await render('{{include "0.md"}}', {}, files);
    expect(reports).toContainEqual(expect.stringMatching(/^prompt\/too-large /));
  });

  test("that go too deep are stopped", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 80 }, (_, at) => [
        `prompts/${at}.md`,
        `${at} {{include "${at + 1}.md"}}`,
      ]),
    );
    const { text, told: reports } = await render('{{include "0.md"}}', {}, files);
    expect(text).toContain("0 1 2");
    expect(reports).toContainEqual(expect.stringMatching(/^prompt\/include-depth /));
  });
});

describe("a broken prompt", () => {
  test.each([
    ["{{if x}} never closed", /:2 .*endif/],
    ["{{endif}}", /:2 .*without an \{\{if\}\}/],
    ["{{if a ==}}{{endif}}", /:2 .*too early/],
  ])("%j is left out, with file and line; what is around it is there", async (broken, why) => {
    const { text, told: reports } = await render(
      'A {{include "a.md"}} B',
      {},
      {
        "prompts/a.md": `first line\n${broken}`,
      },
    );
    expect(text).toBe("A  B");
    expect(others(reports)).toEqual([
      expect.stringMatching(new RegExp(`^prompt/syntax prompts/a\\.md${why.source}`)),
    ]);
  });

  test("main: the role stands in for it, and the tools are there", async () => {
    const workspace = makeWorkspace({
      "agents/default/agent.md": "---\ntitle: D\n---\nThe role.\n",
      [MAIN]: "{{if}}",
      "prompts/agent.system.tools.md": "# Tools\n\n{{if tools}}{{tools}}{{else}}none{{endif}}",
    });
    expect((await build(workspace)).system).toBe("The role.\n\n# Tools\n\nnone");
  });
});

test("a large prompt of many tags takes a moment only", async () => {
  const started = performance.now();
  const { text } = await render("{{if x}}{{x}}{{endif}}\n".repeat(60_000), { x: "v" });
  expect(text).toHaveLength(60_000 * 2 - 1);
  expect(performance.now() - started).toBeLessThan(20_000);
});

test("a prompt that is a link out of the workspace is not read", async () => {
  const outside = makeFolder();
  writeFileSync(join(outside, "x.md"), "SECRET");
  const workspace = makeWorkspace({
    [MAIN]: 'A {{include "x.md"}} {{include "y.md"}} B',
    "notes/y.md": "INSIDE",
  });
  workspace.link("prompts/x.md", join(outside, "x.md"));
  workspace.link("prompts/y.md", "../notes/y.md");
  const { system } = await build(workspace);
  expect(system).toBe("A  INSIDE B");
});
