import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import { lineOfKey } from "../../documents/source.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

/** Providers differ; this is the smallest limit among them. */
const LONGEST = 1024;

export const rule: Rule = {
  code: "schema/description-too-long",
  severity: "error",
  summary: `A tool or a method has a description of more than ${LONGEST} characters, which providers refuse.`,
  failing: changed(
    TOOL,
    '"Current weather for a city."',
    `"${"Current weather. ".repeat(70)}"`,
    "description:",
  ),
  passing: clean(TOOL, "description:"),
  check: ({ tools }) =>
    tools.flatMap(({ name, file, source, callables }) =>
      callables
        .filter(({ spec }) => spec.description.length > LONGEST)
        .map(({ method, spec }) => ({
          message: `${code(writtenName(name, method))} has a description of ${spec.description.length} characters`,
          file,
          line: lineOfKey(source, "description", method),
          hint: `Keep what helps to choose the tool, at most ${LONGEST} characters, and move the rest to its fragment.`,
        })),
    ),
};
