import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/break-loop",
  severity: "error",
  summary: "The contract and the code differ in whether the tool may end the turn.",
  failing: changed(CONTRACT, "break_loop: never", "break_loop: always", "break_loop: always"),
  passing: clean(CONTRACT, "break_loop: never"),
  check: ({ tools }) =>
    tools.flatMap(({ entry, contract }) => {
      const written = contract?.document.header.data["break_loop"];
      const real = entry.description?.break_loop;
      if (!contract || typeof written !== "string" || real === undefined || written === real)
        return [];
      return [
        {
          message: `\`break_loop\` is ${code(String(real))} in the code, ${code(String(written))} in the contract`,
          file: contract.file,
          line: contract.document.header.line("break_loop"),
          hint: "Decide which is right, and change the other.",
        },
      ];
    }),
};
