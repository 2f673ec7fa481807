import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/assess",
  severity: "error",
  summary:
    "`assess` of a tool is no function, so nobody could judge a call; the tool can not be called.",
  failing: changed(TOOL, '  risk: "read",', '  risk: "read",\n  assess: "write",', "assess:"),
  passing: clean(TOOL, "export default"),
});
