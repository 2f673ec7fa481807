import { unmentionedArguments } from "../../compare/mentions.ts";
import { code } from "../../compare/names.ts";
import { writtenName } from "../../documents/arguments.ts";
import type { FragmentView } from "../../context.ts";
import { FRAGMENT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/argument-not-mentioned",
  severity: "warning",
  summary:
    "A fragment never mentions an argument that must be given, neither in backticks nor in a shown call.",
  failing: changed(FRAGMENT, "", "", "### weather", {
    files: { [FRAGMENT]: "### weather\n\nCurrent weather for a city.\n" },
  }),
  passing: clean(FRAGMENT, "### weather"),
  check: ({ fragments }) =>
    fragments.flatMap((fragment) =>
      fragment.pairs.flatMap((tool) =>
        unmentionedArguments(fragment, tool).map(({ method, path }) => ({
          message: `the required argument ${code(path)} of ${code(writtenName(tool.name, method))} is never mentioned`,
          file: fragment.file,
          line: headingLine(fragment, method),
          hint: `Name ${code(path)} in backticks and say what belongs there, or show a call.`,
        })),
      ),
    ),
};

function headingLine({ document, tool }: FragmentView, method: string | null): number {
  const wanted = method ?? tool;
  const heading =
    document.headings.find(({ title }) => title.includes(wanted)) ?? document.headings[0];
  return heading?.line ?? 1;
}
