import { argumentDifferences } from "../../compare/arguments.ts";
import { methodDifferences } from "../../compare/methods.ts";
import { code } from "../../compare/names.ts";
import { CONTRACT, TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/stale",
  severity: "error",
  summary:
    "The schema of a tool changed since the lock was written, and its contract was not touched, although its table still holds: somebody should read it again.",
  failing: {
    ...changed(TOOL, "days: z.number().int()", "days: z.number().int().max(10)", "days:", {
      locked: {},
    }),
    at: { file: CONTRACT, line: 14 },
  },
  passing: { ...clean(CONTRACT, "## Arguments"), locked: {} },
  check: ({ tools, lock, surface }) => {
    if (lock.kind !== "read") return [];
    const before = lock.surface;
    return tools.flatMap((tool) => {
      const then = before[tool.entry.id];
      const now = surface[tool.entry.id];
      if (!tool.contract || !then || !now || then.schema === now.schema) return [];
      if (then.contract !== now.contract) return [];
      // What contradicts the code is told by itself, and more precisely.
      if (argumentDifferences(tool).length + methodDifferences(tool).length > 0) return [];
      return [
        {
          message: `the schema of ${code(tool.name)} changed, its contract did not`,
          file: tool.contract.file,
          line: tool.contract.document.sections.get("Arguments")?.line ?? 1,
          hint: "Read the contract against the schema; then `npx pegboard check --update` records both.",
        },
      ];
    });
  },
};
