import { foundElsewhere } from "../../rule.ts";
import { CLEAN, FRAGMENT, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/too-large",
  severity: "error",
  summary: "A prompt grows beyond all measure with what it includes. It is left out.",
  failing: {
    files: {
      "prompts/many.md": '{{include "more.md"}}\n'.repeat(60),
      "prompts/more.md": '{{include "word.md"}}\n'.repeat(60),
      "prompts/word.md": "again\n",
      [FRAGMENT]: `${CLEAN[FRAGMENT]}{{include "many.md"}}\n`,
    },
    at: { file: FRAGMENT, line: null },
  },
  passing: clean(FRAGMENT, "Current"),
});
