import { surfaceChanges } from "../../compare/surface.ts";
import { RISK_LOCK } from "../../examples/locks.ts";
import { TOOL, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "lock/breaking",
  severity: "error",
  summary:
    "With `--frozen`: what models see of a tool changed without the lock, in a way that can break calls, policies or expectations that held before.",
  failing: {
    files: { "pegboard.lock.json": RISK_LOCK },
    at: { file: TOOL, line: 10 },
    flags: { frozen: true },
    also: ["lock/contract"],
  },
  passing: clean(TOOL, "risk:"),
  check: (context) => surfaceChanges(context, "breaking"),
};
