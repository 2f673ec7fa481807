import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/no-description",
  severity: "warning",
  summary: "A tool or a method has no description: a model can not tell what it is for.",
  failing: changed(TOOL, "Current weather for a city.", " ", "description:"),
  passing: clean(TOOL, "description:"),
});
