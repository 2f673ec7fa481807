import { rowDifferences } from "../../compare/fragment-rows.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { FRAGMENT, changed } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/argument-type",
  severity: "error",
  summary:
    "A row of a fragment gives an argument another type than the code: the model's calls are refused. A row that names no type says nothing wrong.",
  failing: changed(FRAGMENT, "`days` (integer, optional)", "`days` (string, optional)", "`days`"),
  passing: changed(FRAGMENT, "`days` (integer, optional)", "`days` (optional)", "`days`"),
  check: ({ fragments }) =>
    fragments.flatMap((fragment) =>
      fragment.pairs.flatMap((tool) =>
        rowDifferences(fragment, tool)
          .filter(({ kind }) => kind === "type")
          .map(({ name, line, written, method, argument }) => ({
            message: `${code(name)} of ${code(writtenName(tool.name, method))} is ${code(argument.type)} in the code, ${code((written ?? "").replaceAll("`", ""))} in the fragment`,
            file: fragment.file,
            line,
            hint: `Write ${code(argument.type)}, or change the code; \`npx pegboard check --fix\` mends a row of the form that \`npx pegboard new tool\` writes.`,
          })),
      ),
    ),
};
