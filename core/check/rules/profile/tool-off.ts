import { foundElsewhere } from "../../rule.ts";
import { CLEAN, TOOL, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "profile/tool-off",
  severity: "warning",
  summary: "A profile lists a tool whose plugin is switched off.",
  failing: {
    files: {
      "agents/guide/agent.md": "---\ntitle: Guide\ntools: [tides]\n---\nYou show people around.\n",
      "plugins/sea/tools/tides.ts": CLEAN[TOOL] ?? "",
      "plugins/sea/.toggle-0": "",
    },
    at: { file: "agents/guide/agent.md", line: null },
  },
  passing: clean("agents/default/agent.md", "title:"),
});
