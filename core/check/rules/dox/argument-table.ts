import { argumentDifferences } from "../../compare/arguments.ts";
import { code, listed } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-table",
  severity: "error",
  summary:
    "The contract's table of arguments lacks one of its columns: `name`, `type`, `required`.",
  failing: changed(
    CONTRACT,
    `| name | type | required | meaning |
| --- | --- | --- | --- |
| city | string | yes | City name, in English |
| days | integer | no | How many days ahead |`,
    `| name | meaning |
| --- | --- |
| city | City name, in English |
| days | How many days ahead |`,
    "| name |",
  ),
  passing: clean(CONTRACT, "| name |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "columns") return [];
        const { lacks, method, line } = difference;
        return [
          {
            message: `the table of ${code(writtenName(tool.name, method))} lacks ${listed(lacks.map(code))}`,
            file: tool.contract?.file ?? null,
            line,
            hint: "Its columns are `name`, `type`, `required`, `meaning`, and `default` if you like.",
          },
        ];
      }),
    ),
};
