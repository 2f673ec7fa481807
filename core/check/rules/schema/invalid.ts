import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "schema/invalid",
  severity: "error",
  summary: "`args` or `output` of a tool or a method is no schema, so the tool can not be called.",
  failing: changed(TOOL, "args: z.object({", 'args: "city", other: z.object({', "args:"),
  passing: clean(TOOL, "args:"),
});
