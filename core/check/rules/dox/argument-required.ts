import { argumentDifferences } from "../../compare/arguments.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-required",
  severity: "error",
  summary: "The contract and the code differ in whether an argument must be given.",
  failing: changed(CONTRACT, "| city | string | yes |", "| city | string | no |", "| city |"),
  passing: clean(CONTRACT, "| city |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "required") return [];
        const { row, argument, method, line } = difference;
        return [
          {
            message: `${code(row.name)} of ${code(writtenName(tool.name, method))} is ${argument.required ? "required" : "optional"} in the code, ${code(row.required)} in the contract`,
            file: tool.contract?.file ?? null,
            line,
            hint: `Write ${argument.required ? "yes" : "no"}, or change the code.`,
          },
        ];
      }),
    ),
};
