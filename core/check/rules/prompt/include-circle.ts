import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/include-circle",
  severity: "error",
  summary: "Prompts include each other in a circle. They are left out.",
  failing: changed(
    FRAGMENT,
    "for a city.",
    'for a city. {{include "agent.system.tool.weather.md"}}',
    "{{include",
  ),
  passing: clean(FRAGMENT, "Current"),
});
