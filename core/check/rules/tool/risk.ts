import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/risk",
  severity: "error",
  summary:
    "`risk` of a tool is not `read`, `write` or `deny`. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "maybe"', "risk:"),
  passing: clean(TOOL, "export default"),
});
