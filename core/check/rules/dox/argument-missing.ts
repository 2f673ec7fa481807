import { argumentDifferences } from "../../compare/arguments.ts";
import { code } from "../../compare/names.ts";
import { rowOf } from "../../documents/argument-row.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-missing",
  severity: "error",
  summary:
    "The code has an argument that the contract's table does not: it was added, or renamed, without review.",
  failing: changed(
    CONTRACT,
    "| days | integer | no | How many days ahead |\n",
    "",
    "| name | type",
  ),
  passing: clean(CONTRACT, "| days |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "missing") return [];
        const { argument, renamed, method, line } = difference;
        return [
          {
            message: `the code has an argument ${code(argument.path)} of ${code(writtenName(tool.name, method))}, the contract does not`,
            file: tool.contract?.file ?? null,
            line,
            hint: renamed
              ? `It may be what the contract calls ${code(renamed.name)} (line ${renamed.line}).`
              : `Add the row \`${rowOf(argument)}\`; \`npx pegboard check --fix\` does.`,
          },
        ];
      }),
    ),
};
