import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/risk",
  severity: "error",
  summary:
    "The contract and the code name different risks: what people agreed on is not what runs unasked.",
  failing: changed(CONTRACT, "risk: read", "risk: write", "risk: write"),
  passing: clean(CONTRACT, "risk: read"),
  check: ({ tools }) =>
    tools.flatMap(({ entry, contract }) => {
      const written = contract?.document.header.data["risk"];
      const real = entry.description?.risk;
      if (!contract || typeof written !== "string" || real === undefined || written === real)
        return [];
      return [
        {
          message: `the risk is ${code(String(real))} in the code, ${code(String(written))} in the contract`,
          file: contract.file,
          line: contract.document.header.line("risk"),
          hint: "Decide which is right, and change the other.",
        },
      ];
    }),
};
