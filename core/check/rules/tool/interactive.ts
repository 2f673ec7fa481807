import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/interactive",
  severity: "error",
  summary: "`interactive` of a tool is not true or false. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "read",\n  interactive: "yes"', "interactive:"),
  passing: clean(TOOL, "export default"),
});
