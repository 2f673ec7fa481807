import { surfaceChanges } from "../../compare/surface.ts";
import { FRAGMENT_LOCK } from "../../examples/locks.ts";
import { FRAGMENT, TOOL, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "lock/compatible",
  severity: "error",
  summary:
    "With `--frozen`: what models see of a tool changed without the lock, in a way that breaks nothing that held before.",
  failing: {
    files: { "pegboard.lock.json": FRAGMENT_LOCK },
    at: { file: FRAGMENT, line: 1 },
    flags: { frozen: true },
    also: ["lock/contract"],
  },
  passing: clean(TOOL, "risk:"),
  check: (context) => surfaceChanges(context, "compatible"),
};
