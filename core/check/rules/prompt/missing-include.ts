import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/missing-include",
  severity: "warning",
  summary: "A prompt includes a file that no layer has.",
  failing: changed(FRAGMENT, "for a city.", 'for a city. {{include "units.md"}}', "units.md"),
  passing: clean(FRAGMENT, "Current"),
});
