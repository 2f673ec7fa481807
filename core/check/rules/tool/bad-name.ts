import { foundElsewhere } from "../../rule.ts";
import { CLEAN, TOOL, added, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/bad-name",
  severity: "error",
  summary:
    "A tool's file name can not be the name of a tool: it would be another one on the wire, or none.",
  failing: {
    ...added("tools/my tool.ts", CLEAN[TOOL] ?? "", "export"),
    at: { file: "tools/my tool.ts", line: null },
  },
  passing: clean(TOOL, "export default"),
});
