import { pluginWith } from "../../examples/plugin.ts";
import { checksOf } from "../../run/checks-of.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "plugin/checks",
  severity: "error",
  summary:
    "`checks` in the front matter of a plugin's AGENTS.md can not be read, so none of them would run.",
  failing: pluginWith("checks:\n  - run: node --version\n    timeout: soon", "run:"),
  passing: pluginWith("checks:\n  - run: node --version\n    timeout: 10s", "run:"),
  check: ({ guides }) =>
    guides
      .filter(({ plugin }) => plugin !== null)
      .flatMap((guide) => [
        ...(guide.header.problem
          ? [
              {
                message: guide.header.problem.text,
                file: guide.file,
                line: guide.header.problem.line,
                hint: guide.header.problem.hint,
              },
            ]
          : []),
        ...checksOf(guide).problems.map(({ line, problem }) => ({
          message: problem,
          file: guide.file,
          line,
          hint: "A check is a command, or `{ run: …, name: …, timeout: 60s }`.",
        })),
      ]),
};
