import { foundElsewhere } from "../../rule.ts";
import { CLEAN, TOOL, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/duplicate-name",
  severity: "error",
  summary: "Two tools have one name and neither overrides the other: the later one is rejected.",
  failing: {
    files: { "tools/weather.mts": CLEAN[TOOL] ?? "" },
    at: { file: TOOL, line: null },
    also: ["dox/missing"],
  },
  passing: clean(TOOL, "export default"),
});
