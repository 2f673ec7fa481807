import { code } from "../../compare/names.ts";
import { lineOfKey } from "../../documents/source.ts";
import { writtenName } from "../../documents/arguments.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

/** Providers differ; this is the smallest limit among them. */
const LONGEST = 1024;

export const rule: Rule = {
  code: "schema/tool-description",
  severity: "error",
  summary: `A tool or a method has no description, or one of more than ${LONGEST} characters, which providers refuse.`,
  failing: changed(
    TOOL,
    '"Current weather for a city."',
    `"${"Current weather. ".repeat(70)}"`,
    "description:",
  ),
  passing: clean(TOOL, "description:"),
  check: ({ tools }) =>
    tools.flatMap(({ name, file, source, callables }) =>
      callables.flatMap(({ method, spec: { description } }) => {
        const length = description.trim().length;
        if (length > 0 && description.length <= LONGEST) return [];
        return [
          {
            message: `${code(writtenName(name, method))} has ${length === 0 ? "no description" : `a description of ${description.length} characters`}`,
            file,
            line: lineOfKey(source, "description", method),
            hint:
              length === 0
                ? "Say what it does and when to use it."
                : `Keep what helps to choose the tool, at most ${LONGEST} characters, and move the rest to its fragment.`,
          },
        ];
      }),
    ),
};
