import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/no-execute",
  severity: "error",
  summary: "A tool, or a method of it, has nothing that could run.",
  failing: changed(TOOL, "async execute(", "async run(", "defineTool("),
  passing: clean(TOOL, "execute"),
});
