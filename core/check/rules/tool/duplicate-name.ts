import { foundElsewhere } from "../../rule.ts";
import { TOOL, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/duplicate-name",
  severity: "error",
  summary: "Two tools have one name and neither overrides the other: the later one is rejected.",
  failing: {
    files: { "tools/weather.js": "export default {};\n" },
    at: { file: "tools/weather.ts", line: null },
  },
  passing: clean(TOOL, "export default"),
});
