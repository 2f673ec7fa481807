import { argumentDifferences } from "../../compare/arguments.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-type",
  severity: "error",
  summary: "The contract and the code give an argument different types.",
  failing: changed(CONTRACT, "| days | integer |", "| days | string |", "| days |"),
  passing: clean(CONTRACT, "| days |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "type") return [];
        const { row, argument, method, line } = difference;
        return [
          {
            message: `${code(row.name)} of ${code(writtenName(tool.name, method))} is ${code(argument.type)} in the code, ${code(row.type)} in the contract`,
            file: tool.contract?.file ?? null,
            line,
            hint: `Write ${code(argument.type.replaceAll("|", "\\|"))}, or change the code.`,
          },
        ];
      }),
    ),
};
