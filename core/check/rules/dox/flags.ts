import { durationMs } from "../../../contract/duration.ts";
import { code } from "../../compare/names.ts";
import type { ToolDescription } from "../../../board/board.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

const FLAGS = ["timeout", "repeatable", "isolate", "volatile"] as const;

export const rule: Rule = {
  code: "dox/flags",
  severity: "error",
  summary:
    "A contract that says something about `timeout`, `repeatable`, `isolate` or `volatile` says something else than the code. It need not say anything.",
  failing: changed(CONTRACT, "side_effects:", "isolate: true\nside_effects:", "isolate: true"),
  passing: clean(CONTRACT, "interactive: false"),
  check: ({ tools }) =>
    tools.flatMap(({ entry, contract }) => {
      const { description } = entry;
      if (!contract || !description) return [];
      const { data, line } = contract.document.header;
      return FLAGS.filter(
        (key) => data[key] !== undefined && !same(key, data[key], description),
      ).map((key) => ({
        message: `${code(key)} is ${code(String(description[key]))} in the code, ${code(String(data[key]))} in the contract`,
        file: contract.file,
        line: line(key),
        hint: "Decide which is right, and change the other.",
      }));
    }),
};

function same(
  key: (typeof FLAGS)[number],
  written: unknown,
  description: ToolDescription,
): boolean {
  return key === "timeout"
    ? durationMs(written) === description.timeout
    : written === description[key];
}
