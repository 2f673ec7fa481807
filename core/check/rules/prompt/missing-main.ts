import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/missing-main",
  severity: "warning",
  summary:
    "No layer has `agent.system.main.md`: the role of the profile stands alone, and no tool is told of.",
  failing: { files: { "prompts/agent.system.main.md": null }, at: { file: null, line: null } },
  passing: clean("prompts/agent.system.main.md", "{{role}}"),
});
