import { code } from "../../compare/names.ts";
import { saysSomething } from "../../documents/contract.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/section-empty",
  severity: "error",
  summary: "A section of a contract has a heading and says nothing; a comment says nothing either.",
  failing: changed(CONTRACT, "Asks a weather service.", "<!-- later -->", "## Side Effects"),
  passing: clean(CONTRACT, "## Side Effects"),
  check: ({ tools }) =>
    tools.flatMap(({ contract }) =>
      contract
        ? [...contract.document.sections]
            .filter(([name]) => !saysSomething(contract.document, name))
            .map(([name, { line }]) => ({
              message: `the section ${code(name)} is empty`,
              file: contract.file,
              line,
              hint: "Say it in a sentence; “None.” is one.",
            }))
        : [],
    ),
};
