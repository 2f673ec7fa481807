import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "plugin/two-switches",
  severity: "warning",
  summary:
    "Two switches, `.toggle-0` and `.toggle-1`, lie in one folder and contradict each other.",
  failing: {
    files: {
      "plugins/sea/prompts/sea.md": "Tides.\n",
      "plugins/sea/.toggle-0": "",
      "plugins/sea/.toggle-1": "",
    },
    at: { file: "plugins/sea", line: null },
  },
  passing: clean("AGENTS.md", "# "),
});
