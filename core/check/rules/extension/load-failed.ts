import { foundElsewhere } from "../../rule.ts";
import { EXTENSION, added } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "extension/load-failed",
  severity: "error",
  summary:
    "An extension can not be loaded. At `tool_execute_before` every call is refused until it can.",
  failing: added(
    "extensions/message_loop_start/log.ts",
    EXTENSION.replace("() => {}", "() => {"),
    "export default",
  ),
  passing: added("extensions/message_loop_start/log.ts", EXTENSION, "defineExtension("),
});
