import { code } from "../../compare/names.ts";
import type { FragmentView } from "../../context.ts";
import { FRAGMENT, TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/method-not-mentioned",
  severity: "warning",
  summary: "A fragment never mentions a method of its tool.",
  failing: {
    ...changed(
      TOOL,
      '  risk: "read",',
      '  risk: "read",\n  methods: { places: { description: "Known places.", execute: () => "Oslo" } },',
      "methods",
      { also: ["dox/front-matter"] },
    ),
    at: { file: FRAGMENT, line: 1 },
  },
  passing: clean(FRAGMENT, "### weather"),
  check: ({ fragments }) =>
    fragments.flatMap((fragment) =>
      fragment.pairs.flatMap(({ name, callables }) =>
        callables
          .filter(({ method }) => method !== null && !mentions(fragment, name, method))
          .map(({ method }) => ({
            message: `the method ${code(`${name}:${method}`)} is never mentioned`,
            file: fragment.file,
            line: fragment.document.headings[0]?.line ?? 1,
            hint: `Say what ${code(`${name}:${method}`)} does, or show a call of it.`,
          })),
      ),
    ),
};

function mentions({ document }: FragmentView, tool: string, method: string): boolean {
  const names = new Set([method, `${tool}:${method}`, `${tool}__${method}`]);
  const inHeading = new RegExp(`(?<![\\w-])(?:${tool}(?::|__))?${method}(?![\\w-])`);
  // What it includes may mention it.
  if (/\{\{\s*include\b/.test(document.text)) return true;
  return (
    document.mentions.some(({ name }) => names.has(name)) ||
    document.calls.some(({ name }) => names.has(name)) ||
    document.headings.some(({ title }) => inHeading.test(title))
  );
}
