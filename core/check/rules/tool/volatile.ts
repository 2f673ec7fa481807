import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/volatile",
  severity: "error",
  summary: "`volatile` of a tool is not true or false. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "read",\n  volatile: 1', "volatile:"),
  passing: clean(TOOL, "export default"),
});
