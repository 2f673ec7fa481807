import { foundElsewhere } from "../../rule.ts";
import { CLEAN, FRAGMENT, clean } from "../../examples/clean.ts";

export const rule = foundElsewhere({
  code: "prompt/include-depth",
  severity: "error",
  summary: "Prompts include each other deeper than anybody could mean. The include is left out.",
  failing: {
    files: {
      ...Object.fromEntries(
        Array.from({ length: 60 }, (_, index) => [
          `prompts/deep${index}.md`,
          `{{include "deep${index + 1}.md"}}\n`,
        ]),
      ),
      "prompts/deep60.md": "Here.\n",
      [FRAGMENT]: `${CLEAN[FRAGMENT]}{{include "deep0.md"}}\n`,
    },
    at: { file: "prompts/deep48.md", line: 1 },
  },
  passing: clean(FRAGMENT, "Current"),
});
