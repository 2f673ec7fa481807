import { code } from "../../compare/names.ts";
import { placeholderLine } from "../../documents/placeholder.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/section-template",
  severity: "error",
  summary: "A section of a contract is still the template that it was made from.",
  failing: changed(CONTRACT, "Asks a weather service.", "TODO: what it changes outside.", "TODO"),
  passing: clean(CONTRACT, "Asks a weather service."),
  check: ({ tools }) =>
    tools.flatMap(({ contract }) =>
      contract
        ? [...contract.document.sections].flatMap(([name, section]) => {
            const line = placeholderLine(contract.document, section);
            if (line === null) return [];
            return [
              {
                message: `the section ${code(name)} is still the template`,
                file: contract.file,
                line,
                hint: "Say what is so for this tool.",
              },
            ];
          })
        : [],
    ),
};
