import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "schema/lossy",
  severity: "warning",
  summary:
    "A part of a schema does not survive the conversion to JSON Schema, or not every provider takes it: a model is told less of `args`, or an MCP client less of `output`, than the tool holds to.",
  failing: changed(TOOL, "days: z.number().int()", "days: z.bigint()", "days:"),
  passing: clean(TOOL, "days:"),
});
