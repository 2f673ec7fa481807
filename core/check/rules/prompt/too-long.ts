import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/too-long",
  severity: "warning",
  summary:
    "A fragment takes more tokens than it may (1,000 unless `--budget` says otherwise): every request of every turn pays for them.",
  failing: changed(
    FRAGMENT,
    "Current weather for a city.",
    "Current weather for a city, wherever in the world it may be. ".repeat(120),
    "### weather",
  ),
  passing: clean(FRAGMENT, "### weather"),
  check: ({ fragments, budget }) =>
    fragments
      .filter(({ tokens }) => tokens > budget)
      .map(({ tokens, file, document }) => ({
        message: `the fragment takes about ${tokens} tokens; ${budget} are its budget`,
        file,
        line: document.headings[0]?.line ?? 1,
        hint: "Keep what a model needs to choose and to call the tool.",
      })),
};
