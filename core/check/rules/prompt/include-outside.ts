import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/include-outside",
  severity: "error",
  summary: "A prompt includes a file outside of the prompt folders. The prompt is left out.",
  failing: changed(FRAGMENT, "for a city.", 'for a city. {{include "../secret.md"}}', "secret.md"),
  passing: clean(FRAGMENT, "Current"),
});
