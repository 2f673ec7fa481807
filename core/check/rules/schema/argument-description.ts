import { code, listed } from "../../compare/names.ts";
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
    tools.flatMap(({ name, file, source, callables }) => {
      const found = callables.flatMap(({ method, arguments: args }) =>
        args
          .filter(({ description }) => (description ?? "").trim() === "")
          .map(({ path }) => ({ method, path })),
      );
      const [first] = found;
      if (!first) return [];
      const whose = new Set(found.map(({ method }) => method));
      // One schema without descriptions is one thing to mend, however many arguments it has.
      const paths = found.map(({ method, path }) =>
        code(whose.size > 1 && method !== null ? `${method}: ${path}` : path),
      );
      const one = paths.length === 1;
      const of = writtenName(name, whose.size === 1 ? first.method : null);
      return [
        {
          message: `${one ? "argument" : "arguments"} ${listed(paths)} of ${code(of)} ${one ? "has" : "have"} no description`,
          file,
          line: lineOfArgument(source, first.method, first.path),
          hint: 'Add `.describe("…")`, or `description` in JSON Schema.',
        },
      ];
    }),
};
