import { argumentDifferences } from "../../compare/arguments.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-twice",
  severity: "error",
  summary: "The contract's table has the same argument twice.",
  failing: changed(
    CONTRACT,
    "| days | integer |",
    "| city | string | yes | A town |\n| days | integer |",
    "| A town |",
  ),
  passing: clean(CONTRACT, "| city |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "twice") return [];
        const { row, method, line } = difference;
        return [
          {
            message: `${code(row.name)} of ${code(writtenName(tool.name, method))} is in the table twice`,
            file: tool.contract?.file ?? null,
            line,
            hint: "Keep one row.",
          },
        ];
      }),
    ),
};
