import { argumentDifferences } from "../../compare/arguments.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-default",
  severity: "error",
  summary:
    "The contract's `default` column (which it need not have) says something else than the code.",
  failing: changed(
    CONTRACT,
    `| name | type | required | meaning |
| --- | --- | --- | --- |
| city | string | yes | City name, in English |
| days | integer | no | How many days ahead |`,
    `| name | type | required | default | meaning |
| --- | --- | --- | --- | --- |
| city | string | yes | | City name, in English |
| days | integer | no | 7 | How many days ahead |`,
    "| days |",
  ),
  passing: clean(CONTRACT, "| days |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "default") return [];
        const { row, argument, method, line } = difference;
        return [
          {
            message: `the default of ${code(row.name)} of ${code(writtenName(tool.name, method))} is ${code(JSON.stringify(argument.default) ?? "none")} in the code, ${code(row.default ?? "none")} in the contract`,
            file: tool.contract?.file ?? null,
            line,
            hint: "Write what the code has, or change the code.",
          },
        ];
      }),
    ),
};
