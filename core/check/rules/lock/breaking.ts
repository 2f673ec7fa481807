import { surfaceChanges } from "../../compare/surface.ts";
import { CLEAN, CONTRACT, TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "lock/breaking",
  severity: "error",
  summary:
    "With `--frozen`: what models see of a tool changed without the lock, in a way that can break calls, policies or expectations that held before.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "write"', "risk:", {
    locked: {},
    flags: { frozen: true },
    files: { [CONTRACT]: (CLEAN[CONTRACT] ?? "").replace("risk: read", "risk: write") },
    also: ["lock/contract"],
  }),
  passing: { ...clean(TOOL, "risk:"), locked: {}, flags: { frozen: true } },
  check: (context) => surfaceChanges(context, "breaking"),
};
