import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/unreadable",
  severity: "error",
  summary: "A prompt can not be read. It is left out of the system prompt.",
  failing: { files: {}, at: { file: null, line: null } },
  passing: clean(FRAGMENT, "Current"),
});
