import { code } from "../../compare/names.ts";
import { lineOfKey } from "../../documents/source.ts";
import { endsTurn } from "../../documents/responses.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "tool/ends-turn",
  severity: "error",
  summary:
    "A Response ends the turn although the tool declares `never`, or goes on although it declares `always`: people and models rely on what is declared.",
  failing: changed(
    TOOL,
    "return `4 °C in ${city} for ${days} days`;",
    "return new Response({ message: `${days} days in ${city}`, break_loop: true });",
    "break_loop: true",
  ),
  passing: clean(TOOL, "return"),
  check: ({ tools }) =>
    tools.flatMap(({ entry, name, file, source }) => {
      const declared = entry.description?.break_loop;
      const wrong = endsTurn(source).find(
        ({ ends }) =>
          (declared === "never" && ends !== "no") || (declared === "always" && ends === "no"),
      );
      if (!wrong) return [];
      const does = {
        yes: "ends the turn here",
        maybe: "may end the turn here",
        no: "goes on here",
      }[wrong.ends];
      return [
        {
          message: `${code(name)} ${does} and declares \`break_loop: ${declared}\``,
          file,
          line: wrong.line,
          hint: `Declare \`break_loop: "${wrong.ends === "yes" ? "always" : "sometimes"}"\` (line ${lineOfKey(source, "break_loop")} has the definition), or do not ${declared === "never" ? "end" : "continue"} the turn.`,
        },
      ];
    }),
};
