import { foundElsewhere } from "../../rule.ts";
import { TOOL, added, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "tool/definition",
  severity: "error",
  summary: "What a tool says of itself throws when it is read, so the tool can not be called.",
  failing: added(
    TOOL,
    `import { Tool } from "pegboard";

export default class Weather extends Tool {
  static override get risk(): never {
    throw new Error("not yet");
  }
  async execute() {
    return "4 °C";
  }
}
`,
    "extends Tool",
  ),
  passing: clean(TOOL, "export default"),
});
