import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/unknown-tag",
  severity: "warning",
  summary:
    "Something in two braces is no tag of the template language; it stays in the text as it is.",
  failing: changed(FRAGMENT, "for a city.", "for a city. {{units | upper}}", "{{units"),
  passing: clean(FRAGMENT, "Current"),
});
