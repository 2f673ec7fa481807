import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/load-failed",
  severity: "error",
  summary:
    "A tool file can not be loaded. Its name is unavailable until it can; what it overrides does not run in its place.",
  failing: changed(
    TOOL,
    "async execute({ city, days }) {",
    "async execute({ city, days } {",
    "async execute",
    {},
  ),
  passing: clean(TOOL, "export default"),
});
