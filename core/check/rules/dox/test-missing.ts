import { code } from "../../compare/names.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/test-missing",
  severity: "error",
  summary: "Verification names a test file that does not exist.",
  failing: changed(
    CONTRACT,
    "`tests/weather.test.ts`",
    "`tests/forecast.test.ts`",
    "tests/forecast",
  ),
  passing: clean(CONTRACT, "tests/weather"),
  check: ({ tools }) =>
    tools.flatMap(({ contract }) =>
      (contract?.missing ?? [])
        .filter(({ section }) => section === "Verification")
        .map(({ text, line }) => ({
          message: `${code(text)} does not exist`,
          file: contract?.file ?? null,
          line,
          hint: "Paths are looked for from the workspace, the plugin, and beside the tool.",
        })),
    ),
};
