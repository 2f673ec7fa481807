import { foundElsewhere } from "../../rule.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "schema/not-object",
  severity: "error",
  summary:
    "`args` or `output` of a tool accepts no object, and arguments and structured results always are one: no call of it can be valid.",
  failing: changed(
    TOOL,
    `z.object({
    city: z.string().describe("City name, in English"),
    days: z.number().int().default(1).describe("How many days ahead"),
  })`,
    "z.string()",
    "args:",
  ),
  passing: clean(TOOL, "args:"),
});
