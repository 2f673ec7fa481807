import { code } from "../../compare/names.ts";
import type { FragmentView } from "../../context.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/tool-not-named",
  severity: "error",
  summary:
    "A fragment does not name its tool in a heading, in backticks or in a shown call: a model can not tell what it is about.",
  failing: changed(FRAGMENT, "### weather", "### Forecasts", "### Forecasts", {
    files: {
      [FRAGMENT]: "### Forecasts\n\nCurrent weather for a city, given as `city`.\n",
    },
  }),
  passing: clean(FRAGMENT, "### weather"),
  check: ({ fragments }) =>
    fragments
      .filter((fragment) => fragment.pairs.length > 0 && !names(fragment))
      .map(({ tool, file, document }) => ({
        message: `the fragment does not name its tool, ${code(tool)}`,
        file,
        line: document.headings[0]?.line ?? 1,
        hint: `Begin it with \`### ${tool}\`.`,
      })),
};

function names({ tool, document }: FragmentView): boolean {
  const word = new RegExp(`(?<![\\w-])${tool}(?![\\w-])`);
  // What it includes may name it.
  if (/\{\{\s*include\b/.test(document.text)) return true;
  return (
    document.headings.some(({ title }) => word.test(title)) ||
    document.mentions.some(({ name }) => name.split(/:|__/)[0] === tool) ||
    document.calls.some(({ name }) => name.split(/:|__/)[0] === tool)
  );
}
