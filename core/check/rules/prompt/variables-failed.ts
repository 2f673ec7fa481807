import { foundElsewhere } from "../../rule.ts";
import { FRAGMENT, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/variables-failed",
  severity: "error",
  summary:
    "The `.vars.ts` beside a prompt throws, takes too long or gives something else than variables. The prompt is left out.",
  failing: {
    files: { "prompts/agent.system.tool.weather.vars.ts": 'throw new Error("no units");\n' },
    at: { file: "prompts/agent.system.tool.weather.vars.ts", line: null },
  },
  passing: clean(FRAGMENT, "Current"),
});
