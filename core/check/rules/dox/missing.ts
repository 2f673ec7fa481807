import { code } from "../../compare/names.ts";
import { lineOfDefinition } from "../../documents/source.ts";
import { CONTRACT, TOOL, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/missing",
  severity: "error",
  summary: "A tool has no contract beside it: nothing says what was agreed on for review.",
  failing: { files: { [CONTRACT]: null }, at: { file: TOOL, line: 4 } },
  passing: clean(TOOL, "export default"),
  check: ({ tools }) =>
    tools
      .filter(({ contract }) => contract === null)
      .map(({ name, file, source }) => ({
        message: `${code(name)} has no contract`,
        file,
        line: lineOfDefinition(source),
        hint: `Write ${file}.dox.md; \`npx pegboard check --fix\` makes a first one.`,
      })),
};
