import { foundElsewhere } from "../../rule.ts";
import { clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "plugin/replaced",
  severity: "info",
  summary: "A plugin of the user replaces another of the same name as a whole.",
  failing: {
    files: {
      "plugins/sea/prompts/sea.md": "Tides.\n",
      "usr/plugins/sea/prompts/sea.md": "Waves.\n",
    },
    at: { file: "usr/plugins/sea", line: null },
  },
  passing: clean("AGENTS.md", "# "),
});
