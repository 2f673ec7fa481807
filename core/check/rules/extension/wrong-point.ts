import { foundElsewhere } from "../../rule.ts";
import { EXTENSION, added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "extension/wrong-point",
  severity: "error",
  summary: "An extension is defined for another point than the one whose folder it is in.",
  failing: {
    ...added("extensions/message_loop_end/log.ts", EXTENSION, "defineExtension("),
    at: { file: "extensions/message_loop_end/log.ts", line: null },
  },
  passing: added("extensions/message_loop_start/log.ts", EXTENSION, "defineExtension("),
});
