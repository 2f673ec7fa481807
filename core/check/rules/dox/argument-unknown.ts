import { argumentDifferences } from "../../compare/arguments.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/argument-unknown",
  severity: "error",
  summary: "The contract's table has an argument that the code does not.",
  failing: changed(
    CONTRACT,
    "| days | integer |",
    "| hour | integer | no | At which hour |\n| days | integer |",
    "| hour |",
  ),
  passing: clean(CONTRACT, "| days |"),
  check: ({ tools }) =>
    tools.flatMap((tool) =>
      argumentDifferences(tool).flatMap((difference) => {
        if (difference.kind !== "unknown") return [];
        const { row, renamed, method, line } = difference;
        return [
          {
            message: `the contract has an argument ${code(row.name)}, ${code(writtenName(tool.name, method))} does not`,
            file: tool.contract?.file ?? null,
            line,
            hint: renamed
              ? `It may be what the code calls ${code(renamed.path)}.`
              : "Remove the row, or bring the argument back.",
          },
        ];
      }),
    ),
};
