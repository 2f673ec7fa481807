import { code } from "../../compare/names.ts";
import { lineOfArgument } from "../../documents/source.ts";
import { writtenName } from "../../documents/arguments.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

/** What every provider takes as the name of a property. */
const ALLOWED = /^[a-zA-Z0-9_.-]{1,64}$/;

export const rule: Rule = {
  code: "schema/argument-name",
  severity: "error",
  summary:
    "An argument has a name that a provider refuses: 1 to 64 letters, digits, `_`, `-` and `.` are what all of them take.",
  failing: changed(
    TOOL,
    "days: z.number()",
    '"how many": z.string().optional().describe("A number"),\n    days: z.number()',
    '"how many"',
    {
      also: ["dox/argument-missing"],
    },
  ),
  passing: clean(TOOL, "days:"),
  check: ({ tools }) =>
    tools.flatMap(({ name, file, source, callables }) =>
      callables.flatMap(({ method, arguments: args }) =>
        args.flatMap(({ path }) => {
          const last = path.slice(Math.max(path.lastIndexOf("].") + 2, 0));
          const own =
            path.includes(".") && ALLOWED.test(last) ? (last.split(".").at(-1) ?? last) : last;
          if (ALLOWED.test(own)) return [];
          return [
            {
              message: `providers refuse the name of argument ${code(path)} of ${code(writtenName(name, method))}`,
              file,
              line: lineOfArgument(source, method, path),
              hint: "Name it with letters, digits and `_`.",
            },
          ];
        }),
      ),
    ),
};
