import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/break-loop",
  severity: "error",
  summary:
    "`break_loop` of a tool is not `never`, `always` or `sometimes`. The tool can not be called until it is.",
  failing: changed(TOOL, 'risk: "read"', 'risk: "read",\n  break_loop: "often"', "break_loop:"),
  passing: clean(TOOL, "export default"),
});
