import { foundElsewhere } from "../../rule.ts";
import { EXTENSION, added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "extension/duplicate-name",
  severity: "warning",
  summary:
    "Two extensions of one point and one file name have neither above the other: the later one is rejected.",
  failing: {
    files: {
      "usr/plugins/a/extensions/message_loop_start/log.ts": EXTENSION,
      "usr/plugins/b/extensions/message_loop_start/log.ts": EXTENSION,
    },
    at: { file: "usr/plugins/b/extensions/message_loop_start/log.ts", line: null },
  },
  passing: added("extensions/message_loop_start/log.ts", EXTENSION, "defineExtension("),
});
