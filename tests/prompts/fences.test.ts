import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dropCallBlocks } from "../../core/prompts/fences.ts";
import { mentionedTools } from "../../core/prompts/mentions.ts";

const CALL = '{"tool_name": "x", "tool_args": {}}';

describe("blocks that hold a call are left out", () => {
  test.each([
    ["backticks", `a\n\n\`\`\`json\n${CALL}\n\`\`\`\n\nb`, "a\n\nb"],
    ["tildes", `a\n~~~json\n${CALL}\n~~~\nb`, "a\nb"],
    ["no language", `a\n\`\`\`\n${CALL}\n\`\`\`\nb`, "a\nb"],
    ["several lines", "```\n{\n  'tool_name' : 'x'\n}\n```", ""],
    ["a longer fence", `\`\`\`\`\n\`\`\`\n${CALL}\n\`\`\`\`\nb`, "b"],
    ["in a list", `- a\n  \`\`\`json\n  ${CALL}\n  \`\`\`\n- b`, "- a\n- b"],
    ["at the end, not closed", `a\n\`\`\`json\n${CALL}\nmore`, "a"],
    ["two", `a\n\n~~~\n${CALL}\n~~~\n\n~~~\n${CALL}\n~~~\n\nb`, "a\n\nb"],
  ])("%s", (_what, markdown, expected) => {
    expect(dropCallBlocks(markdown).trimEnd()).toBe(expected);
  });
});

describe("everything else stays", () => {
  test.each([
    ["another block", '```json\n{"name": "x"}\n```'],
    ["a call in a line", `Write \`${CALL}\`.`],
    ["inline code of three backticks", `\`\`\`${CALL}\`\`\` is one`],
    ["a word", "```\nthe tool_name is\n```"],
    ["a block beside", "~~~\na\n~~~\n\n\n~~~\nb\n~~~"],
    ["nothing", ""],
  ])("%s", (_what, markdown) => {
    expect(dropCallBlocks(markdown)).toBe(markdown);
  });

  test("every line that is left was there, in that order", () => {
    const line = fc.constantFrom<string[]>(
      "```",
      "~~~",
      "~~~~",
      "```json",
      CALL,
      "text",
      "",
      "  - x",
      "    ```",
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const kept = dropCallBlocks(lines.join("\n")).split("\n");
        let at = 0;
        for (const each of kept) {
          const found = lines.indexOf(each, at);
          expect(found === -1 ? each : "").toBe("");
          at = found + 1;
        }
      }),
    );
  });
});

describe("which tools a fragment mentions", () => {
  const absent = new Set(["edit_file", "memory", "skills_tool", "my-tool"]);
  test.each([
    ["Use `memory` for that.", ["memory"]],
    ["It has a good memory.", []],
    ["Better with edit_file than by hand.", ["edit_file"]],
    ["edit_files and my_edit_file are others", []],
    ["Call `skills_tool:load` first, or skills_tool__list.", ["skills_tool"]],
    [`{"tool_name": "my-tool"}`, ["my-tool"]],
    [`{'tool_name' : 'memory'}`, ["memory"]],
    ["`read_file` is there", []],
    ["`memory` `memory` edit_file", ["memory", "edit_file"]],
  ])("%s", (text, expected) => {
    expect(mentionedTools(text, absent)).toEqual(expected);
  });
});
