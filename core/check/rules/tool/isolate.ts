import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/isolate",
  severity: "error",
  summary: "`isolate` of a tool is not true or false. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "read",\n  isolate: 1', "isolate:"),
  passing: clean(TOOL, "export default"),
});
