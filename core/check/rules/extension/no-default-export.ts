import { foundElsewhere } from "../../rule.ts";
import { EXTENSION, added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "extension/no-default-export",
  severity: "error",
  summary: "An extension's file has no extension as its default export.",
  failing: {
    ...added(
      "extensions/message_loop_start/log.ts",
      EXTENSION.replace("export default", "export const log ="),
      "export const",
    ),
    at: { file: "extensions/message_loop_start/log.ts", line: null },
  },
  passing: added("extensions/message_loop_start/log.ts", EXTENSION, "defineExtension("),
});
