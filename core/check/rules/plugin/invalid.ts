import { foundElsewhere } from "../../rule.ts";
import { added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "plugin/invalid",
  severity: "error",
  summary:
    "The plugin.md or the settings of a plugin can not be read, so nothing of the plugin is used.",
  failing: added("plugins/sea/plugin.md", "---\ntitle: Sea\ntitel: Sea\n---\n", "titel:"),
  passing: added("plugins/sea/plugin.md", "---\ntitle: Sea\n---\n", "title:"),
});
