import { code } from "../../compare/names.ts";
import { pluginWith } from "../../examples/plugin.ts";
import type { CheckRun } from "../../run/run-checks.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "plugin/check-failed",
  severity: "error",
  summary:
    "With `--run`: a check that a plugin's AGENTS.md lists has failed, or took longer than it may.",
  failing: pluginWith("checks:\n  - node --eval process.exit(3)", "process.exit", { run: true }),
  passing: pluginWith("checks:\n  - node --version", "node --version", { run: true }),
  check: ({ runs }) =>
    runs
      .filter(({ outcome }) => outcome.kind !== "passed")
      .map((run) => ({
        message: `${code(run.check.name)} of plugin ${code(run.check.plugin)} ${outcomeOf(run)}`,
        file: run.check.file,
        line: run.check.line,
        hint:
          run.output === "" ? "It printed nothing." : `Its last lines:\n${lastLines(run.output)}`,
      })),
};

function outcomeOf({ outcome, check }: CheckRun): string {
  switch (outcome.kind) {
    case "timed_out":
      return `was ended after ${check.timeout / 1000} s`;
    case "failed":
      return outcome.code === null
        ? `was ended by ${outcome.signal}`
        : `failed with exit code ${outcome.code}`;
    case "not_started":
      return `did not start: ${outcome.problem}`;
    case "passed":
      return "passed";
  }
}

function lastLines(output: string): string {
  return output.split("\n").slice(-15).join("\n");
}
