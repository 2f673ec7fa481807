import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/tool-name",
  severity: "error",
  summary: "The contract names another tool than the one it stands beside.",
  failing: changed(CONTRACT, "tool: weather", "tool: forecast", "tool: forecast"),
  passing: clean(CONTRACT, "tool: weather"),
  check: ({ tools }) =>
    tools.flatMap(({ entry, contract }) => {
      const written = contract?.document.header.data["tool"];
      const real = entry.name;
      if (!contract || typeof written !== "string" || real === undefined || written === real)
        return [];
      return [
        {
          message: `the tool is ${code(String(real))} in the code, ${code(String(written))} in the contract`,
          file: contract.file,
          line: contract.document.header.line("tool"),
          hint: "A tool is called by its file's name; write that.",
        },
      ];
    }),
};
