import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "plugin/always-enabled",
  severity: "warning",
  summary: "A switch turns off a plugin that says it is always on, so nothing is turned off.",
  failing: {
    files: {
      "plugins/sea/plugin.md": "---\ntitle: Sea\nalways_enabled: true\n---\n",
      "plugins/sea/.toggle-0": "",
    },
    at: { file: "plugins/sea/.toggle-0", line: null },
  },
  passing: clean("AGENTS.md", "# "),
});
