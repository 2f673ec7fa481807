import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/repeatable",
  severity: "error",
  summary: "`repeatable` of a tool is not true or false. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "read",\n  repeatable: 1', "repeatable:"),
  passing: clean(TOOL, "export default"),
});
