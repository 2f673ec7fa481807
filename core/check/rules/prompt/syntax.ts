import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/syntax",
  severity: "error",
  summary: "A prompt is no legal template. It is left out of the system prompt.",
  failing: changed(
    FRAGMENT,
    "Current weather for a city.",
    "Current {{if has.weather}}weather for a city.",
    "{{if",
  ),
  passing: clean(FRAGMENT, "Current"),
});
