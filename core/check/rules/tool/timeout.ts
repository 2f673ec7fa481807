import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/timeout",
  severity: "error",
  summary: "`timeout` of a tool is not a duration. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "read",\n  timeout: "soon"', "timeout:"),
  passing: clean(TOOL, "export default"),
});
