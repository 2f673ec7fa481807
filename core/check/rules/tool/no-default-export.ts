import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/no-default-export",
  severity: "error",
  summary: "A file in a tools/ folder has no tool as its default export.",
  failing: {
    ...changed(
      TOOL,
      "export default defineTool",
      "export const weather = defineTool",
      "export const",
    ),
    at: { file: TOOL, line: 4 },
  },
  passing: clean(TOOL, "export default"),
});
