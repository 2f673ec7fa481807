import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/unknown-variable",
  severity: "warning",
  summary: "A prompt uses a variable that nothing provides: the model sees nothing there.",
  failing: changed(FRAGMENT, "for a city.", "for a city. {{units}}", "{{units}}"),
  passing: clean(FRAGMENT, "Current"),
});
