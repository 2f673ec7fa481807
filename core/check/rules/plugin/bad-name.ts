import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "plugin/bad-name",
  severity: "error",
  summary: "A folder in plugins/ has a name that no plugin can have, so nothing in it is used.",
  failing: {
    files: { "plugins/my plugin/tools/.gitkeep": "" },
    at: { file: "plugins/my plugin", line: null },
  },
  passing: clean("AGENTS.md", "# "),
});
