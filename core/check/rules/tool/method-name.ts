import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/method-name",
  severity: "error",
  summary: "A method has a name that no method can have: it would be another one on the wire.",
  failing: changed(
    TOOL,
    '  risk: "read",',
    '  risk: "read",\n  methods: { "all places": { description: "Places.", execute: () => "Oslo" } },',
    "methods:",
  ),
  passing: clean(TOOL, "export default"),
});
