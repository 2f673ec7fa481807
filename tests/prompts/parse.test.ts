import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTemplate } from "../../core/prompts/parse.ts";
import type { TemplateNode } from "../../core/prompts/parse.ts";

function parse(text: string): readonly TemplateNode[] {
  const parsed = parseTemplate(text);
  if (parsed.kind === "error") throw new Error(`line ${parsed.line}: ${parsed.message}`);
  return parsed.nodes;
}

/** The template again, without what parsing takes away, so that a table can show what was understood. */
function show(nodes: readonly TemplateNode[]): string {
  return nodes
    .map((node) => {
      switch (node.kind) {
        case "text":
          return node.text;
        case "value":
          return `<${node.path.join(".")}>`;
        case "foreign":
          return `<?${node.source}>`;
        case "include":
          return `<include ${node.name}>`;
        case "original":
          return "<original>";
        case "if":
          return `<if ${show(node.whenTrue)}|${show(node.whenFalse)}>`;
      }
    })
    .join("");
}

describe("what is a tag", () => {
  test.each([
    ["plain", "plain"],
    ["", ""],
    ["a {{name}} b", "a <name> b"],
    ["a {{ name }} b", "a <name> b"],
    ["{{\n name\n}}", "<name>"],
    ["{{a}}{{b}}", "<a><b>"],
    ["{{user.name}}", "<user.name>"],
    ["{{has.my-tool}}", "<has.my-tool>"],
    ["{{{name}}}", "{<name>}"],
    ['{"a": {"b": {{value}}}}', '{"a": {"b": <value>}}'],
    ["{{ open {{name}}", "{{ open <name>"],
    ["{{ never closed", "{{ never closed"],
    ["closed only }} {{name}}", "closed only }} <name>"],
    ["{{}}", "<?{{}}>"],
    ["{{a b}}", "<?{{a b}}>"],
    ["${{ secrets.TOKEN }}", "$<secrets.TOKEN>"],
    ["{{iffy}} {{elsewhere}} {{includes}}", "<iffy> <elsewhere> <includes>"],
    ["{{else.x}}", "<else.x>"],
    ['{{include "a.md"}}', "<include a.md>"],
    ["{{ include 'a b.md' }}", "<include a b.md>"],
    ["{{include original}}", "<original>"],
    ["{{if x}}B{{endif}}", "<if B|>"],
    ["{{if x}}B{{else}}C{{endif}}", "<if B|C>"],
    ["{{if x}}{{if y}}1{{else}}2{{endif}}{{else}}3{{endif}}", "<if <if 1|2>|3>"],
    ["{{if x}}1{{else}}{{if y}}2{{endif}}{{endif}}", "<if 1|<if 2|>>"],
    ["\uFEFFa\r\nb {{name}}\r\n", "a\nb <name>\n"],
  ])("%j → %j", (text, expected) => {
    expect(show(parse(text))).toBe(expected);
  });
});

describe("a block tag that is alone on its line takes the line with it", () => {
  test.each([
    ["a\n{{if x}}\nb\n{{endif}}\nc", "a\n<if b\n|>c"],
    ["a\n  {{if x}}  \n  b\n\t{{else}}\nc\n  {{endif}}\nd", "a\n<if   b\n|c\n>d"],
    ["{{if x}}\nb\n{{endif}}", "<if b\n|>"],
    ["{{if x}} b\n{{endif}}\n", "<if  b\n|>"],
    ["a {{if x}}\nb{{endif}}\n", "a <if \nb|>\n"],
    ["{{name}}\n{{if x}}{{endif}}\n", "<name>\n<if |>\n"],
  ])("%j → %j", (text, expected) => {
    expect(show(parse(text))).toBe(expected);
  });
});

describe("what is broken says what and where", () => {
  test.each([
    ["a\n{{if x}}\nb", 2, /without an \{\{endif\}\}/],
    ["a\n\n{{endif}}", 3, /without an \{\{if\}\}/],
    ["{{else}}", 1, /without an \{\{if\}\}/],
    ["{{if x}}\n{{else}}\n{{else}}{{endif}}", 3, /second \{\{else\}\}.*line 1/],
    ["\r\n{{if}}x{{endif}}", 2, /condition is missing/],
    ["{{if a ==}}x{{endif}}", 1, /too early/],
    ["{{if a}}{{else if b}}{{endif}}", 1, /if of its own|\{\{if\}\} of its own/],
    ["{{if a}}{{elif b}}{{endif}}", 1, /\{\{if\}\} of its own/],
    ["{{include file.md}}", 1, /include "file\.md"/],
    ["{{include}}", 1, /include original/],
    ["{{if a}}".repeat(1_000), 1, /nested deeper/],
  ])("%j", (text, line, message) => {
    expect(parseTemplate(text)).toMatchObject({
      kind: "error",
      line,
      message: expect.stringMatching(message),
    });
  });
});

describe("any text", () => {
  const piece = fc.constantFrom(
    "{{",
    "}}",
    "{",
    "}",
    "if ",
    "else",
    "endif",
    "include ",
    '"a.md"',
    "original",
    "x",
    " ",
    "\n",
    "\r\n",
    "é",
    "'",
    "==",
    "{{if x}}",
    "{{else}}",
    "{{endif}}",
    "{{x}}",
    '{{include "a.md"}}',
  );
  const template = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join("")),
  );

  test("is parsed or refused with a line that it has, and never crashes", () => {
    fc.assert(
      fc.property(template, (text) => {
        const parsed = parseTemplate(text);
        const line = parsed.kind === "ok" ? 1 : parsed.line;
        expect(line).toBeGreaterThanOrEqual(1);
        expect(line).toBeLessThanOrEqual(text.split("\n").length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("without braces comes out as it went in", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[{}\r\uFEFF]/.test(text)),
        (text) => {
          expect(show(parse(text))).toBe(text);
        },
      ),
    );
  });

  test.each([
    "{{",
    "}}",
    "{{ a",
    "{{a b}} ",
    "{{x}}",
    "{",
    " \t{{if x}}{{endif}}",
    "{{if x}} \n{{endif}}",
    "\n",
  ])("of a million characters of %j takes a moment only", (unit) => {
    const started = performance.now();
    parseTemplate(unit.repeat(Math.ceil(1_000_000 / unit.length)));
    // Linear is some tens of milliseconds; quadratic would be hours.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
