import { foundElsewhere } from "../../rule.ts";
import { EXTENSION, added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "extension/unknown-point",
  severity: "error",
  summary:
    "A folder in extensions/ is named after no extension point, so what is in it never runs.",
  failing: {
    files: { "extensions/before_tool/log.ts": "export default {};\n" },
    at: { file: "extensions/before_tool", line: null },
  },
  passing: added("extensions/message_loop_start/log.ts", EXTENSION, "defineExtension("),
});
