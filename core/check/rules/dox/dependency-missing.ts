import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/dependency-missing",
  severity: "error",
  summary:
    "Dependencies names a package that can not be found from the tool, or a file that does not exist.",
  failing: changed(
    CONTRACT,
    "- `zod`, for",
    "- `../lib/weather-station.ts`, for",
    "weather-station",
  ),
  passing: clean(CONTRACT, "- `zod`"),
  check: ({ tools }) =>
    tools.flatMap(({ contract }) =>
      (contract?.missing ?? [])
        .filter(({ section }) => section === "Dependencies")
        .map(({ text, line }) => ({
          message: `${code(text)} can not be found`,
          file: contract?.file ?? null,
          line,
          hint: "Name a package that is installed, or a file beside the tool.",
        })),
    ),
};
