import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/methods",
  severity: "error",
  summary: "`methods` of a tool is no object, so the tool can not be called.",
  failing: changed(TOOL, '  risk: "read",', '  risk: "read",\n  methods: ["places"],', "methods:"),
  passing: clean(TOOL, "export default"),
});
