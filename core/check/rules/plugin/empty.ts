import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "plugin/empty",
  severity: "warning",
  summary: "A folder in plugins/ holds nothing that a plugin has.",
  failing: {
    files: { "plugins/sea/readme.txt": "Tides.\n" },
    at: { file: "plugins/sea", line: null },
  },
  passing: clean("AGENTS.md", "# "),
});
