import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/unused-variable",
  severity: "warning",
  summary:
    "Nothing in the prompts uses a variable that is provided, so the model does not see what it holds.",
  failing: {
    files: { "prompts/agent.system.main.md": "You know the weather.\n" },
    at: { file: "prompts/agent.system.main.md", line: null },
  },
  passing: clean("prompts/agent.system.main.md", "{{role}}"),
});
