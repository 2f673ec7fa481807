import { foundElsewhere } from "../../rule.ts";
import { added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "profile/unknown-tool",
  severity: "error",
  summary:
    "A profile lists a tool that does not exist, or has a rule for one. One that lists it can not be opened.",
  failing: added(
    "agents/guide/agent.md",
    "---\ntitle: Guide\ntools:\n  - wether\n---\nYou show people around.\n",
    "wether",
  ),
  passing: added(
    "agents/guide/agent.md",
    "---\ntitle: Guide\ntools:\n  - weather\n---\nYou show people around.\n",
    "- weather",
  ),
});
