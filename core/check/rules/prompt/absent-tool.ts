import { code, listed } from "../../compare/names.ts";
import { allToolNames, profilesReading, toolsNamed } from "../../compare/tools-named.ts";
import { didYouMean } from "../../../board/suggest.ts";
import type { CheckContext } from "../../context.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Finding, Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/absent-tool",
  severity: "warning",
  summary:
    "A prompt names a tool, or a method, that the profile which reads it does not have: the model will try to call it.",
  failing: changed(
    FRAGMENT,
    "Current weather for a city.",
    "Current weather for a city. For tomorrow use the tool `forecast`.",
    "forecast",
  ),
  passing: clean(FRAGMENT, "Current weather"),
  check: (context) => {
    const names = allToolNames(context);
    const methodsOf = methodsByTool(context);
    return [...context.fragments, ...context.prompts].flatMap((prompt): Finding[] => {
      const readers = profilesReading(context, prompt);
      if (readers.length === 0) return [];
      return toolsNamed(prompt.document, names).flatMap(({ tool, method, line }) => {
        const lacking = readers.filter(({ offered }) => !offered.has(tool));
        if (lacking.length > 0) {
          const profiles = listed(lacking.map(({ board }) => code(board.profile.name)));
          const exists = names.has(tool);
          return [
            {
              message: exists
                ? `${code(tool)} is named here, and profile ${profiles} does not have it`
                : `${code(tool)} is named here, and there is no such tool${didYouMean(tool, names)}`,
              file: prompt.file,
              line,
              hint: exists
                ? `Put what is said of it between {{if has.${tool}}} and {{endif}}, or override the prompt in the profile.`
                : "Name a tool that is there.",
            },
          ];
        }
        const methods = methodsOf.get(tool);
        if (method === null || methods === undefined || methods.includes(method)) return [];
        return [
          {
            message: `${code(tool)} has no method ${code(method)}${didYouMean(method, methods)}`,
            file: prompt.file,
            line,
            hint: methods.length === 0 ? "It has no methods." : `It has ${methods.join(", ")}.`,
          },
        ];
      });
    });
  },
};

/** Of the first profile that can tell. */
function methodsByTool({ profiles }: CheckContext): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const { name, description } of profiles.flatMap(({ board }) => board.tools)) {
    if (description && !methods.has(name)) methods.set(name, Object.keys(description.methods));
  }
  return methods;
}
