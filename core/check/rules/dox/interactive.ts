import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/interactive",
  severity: "error",
  summary:
    "The contract and the code differ in whether the tool talks to the person while it runs.",
  failing: changed(CONTRACT, "interactive: false", "interactive: true", "interactive: true"),
  passing: clean(CONTRACT, "interactive: false"),
  check: ({ tools }) =>
    tools.flatMap(({ entry, contract }) => {
      const written = contract?.document.header.data["interactive"];
      const real = entry.description?.interactive;
      if (!contract || typeof written !== "boolean" || real === undefined || written === real)
        return [];
      return [
        {
          message: `\`interactive\` is ${code(String(real))} in the code, ${code(String(written))} in the contract`,
          file: contract.file,
          line: contract.document.header.line("interactive"),
          hint: "Decide which is right, and change the other.",
        },
      ];
    }),
};
