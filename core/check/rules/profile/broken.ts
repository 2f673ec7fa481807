import { foundElsewhere } from "../../rule.ts";
import { added, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "profile/broken",
  severity: "error",
  summary:
    "An agent.md can not be read: its front matter is broken, it has an unknown key or a wrong value, or it extends a profile that is not there. The profile can not be opened.",
  failing: added(
    "agents/guide/agent.md",
    "---\ntitle: Guide\ntool: [weather]\n---\nYou show people around.\n",
    "tool:",
  ),
  passing: clean("agents/default/agent.md", "title:"),
});
