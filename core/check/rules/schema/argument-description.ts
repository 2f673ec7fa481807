import { code } from "../../compare/names.ts";
import { lineOfArgument } from "../../documents/source.ts";
import { writtenName } from "../../documents/arguments.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "schema/argument-description",
  severity: "warning",
  summary: "An argument has no description: the model has to guess what belongs there.",
  failing: changed(TOOL, '.describe("City name, in English")', "", "city: z.string()"),
  passing: clean(TOOL, "city: z.string()"),
  check: ({ tools }) =>
    tools.flatMap(({ name, file, source, callables }) =>
      callables.flatMap(({ method, arguments: args }) =>
        args
          .filter(({ description }) => (description ?? "").trim() === "")
          .map(({ path }) => ({
            message: `argument ${code(path)} of ${code(writtenName(name, method))} has no description`,
            file,
            line: lineOfArgument(source, method, path),
            hint: 'Add `.describe("…")`, or `description` in JSON Schema.',
          })),
      ),
    ),
};
