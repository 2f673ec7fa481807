import { rowDifferences } from "../../compare/fragment-rows.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/argument-required",
  severity: "error",
  summary:
    "A row of a fragment and the code differ in whether an argument must be given. A row that says neither says nothing wrong.",
  failing: changed(FRAGMENT, "`city` (string)", "`city` (string, optional)", "`city`"),
  passing: clean(FRAGMENT, "`city`"),
  check: ({ fragments }) =>
    fragments.flatMap((fragment) =>
      fragment.pairs.flatMap((tool) =>
        rowDifferences(fragment, tool)
          .filter(({ kind }) => kind === "required")
          .map(({ name, line, method, argument }) => {
            const [real, said] = argument.required
              ? ["required", "optional"]
              : ["optional", "required"];
            return {
              message: `${code(name)} of ${code(writtenName(tool.name, method))} is ${real} in the code, ${said} in the fragment`,
              file: fragment.file,
              line,
              hint: `Write \`${real}\`, or change the code; \`npx pegboard check --fix\` mends a row of the form that \`npx pegboard new tool\` writes.`,
            };
          }),
      ),
    ),
};
