import { methodDifferences } from "../../compare/methods.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/methods",
  severity: "error",
  summary:
    "The contract and the code differ in the methods of a tool, in the risk of one, or a method that takes arguments has no table of them (`### <method>` below Arguments).",
  failing: changed(
    CONTRACT,
    "side_effects:",
    "methods: { places: read }\nside_effects:",
    "methods:",
  ),
  passing: clean(CONTRACT, "tool: weather"),
  check: ({ tools }) => tools.flatMap(methodDifferences),
};
