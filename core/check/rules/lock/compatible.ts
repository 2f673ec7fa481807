import { surfaceChanges } from "../../compare/surface.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "lock/compatible",
  severity: "error",
  summary:
    "With `--frozen`: what models see of a tool changed without the lock, in a way that breaks nothing that held before.",
  failing: changed(FRAGMENT, "Current weather", "The weather", "### weather", {
    locked: {},
    flags: { frozen: true },
  }),
  passing: { ...clean(FRAGMENT, "### weather"), locked: {}, flags: { frozen: true } },
  check: (context) => surfaceChanges(context, "compatible"),
};
