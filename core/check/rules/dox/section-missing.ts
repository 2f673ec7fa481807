import { code } from "../../compare/names.ts";
import { CONTRACT_SECTIONS } from "../../documents/contract.ts";
import type { Contract } from "../../documents/contract.ts";
import { CONTRACT, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/section-missing",
  severity: "error",
  summary: "A section that every contract has is not there.",
  failing: changed(CONTRACT, "## Side Effects\n\nAsks a weather service.\n\n", "", "## break_loop"),
  passing: clean(CONTRACT, "## Side Effects"),
  check: ({ tools }) =>
    tools.flatMap(({ contract }) =>
      contract
        ? CONTRACT_SECTIONS.filter((name) => !contract.document.sections.has(name)).map((name) => ({
            message: `the section ${code(name)} is missing`,
            file: contract.file,
            line: lineBefore(contract.document, name),
            hint: `Add \`## ${name}\` after this line's section.`,
          }))
        : [],
    ),
};

/** The heading of the section after which the missing one belongs. */
function lineBefore({ sections, title }: Contract, missing: string): number {
  const before = CONTRACT_SECTIONS.slice(
    0,
    CONTRACT_SECTIONS.findIndex((name) => name === missing),
  );
  const previous = before.findLast((name) => sections.has(name));
  return (previous && sections.get(previous)?.line) ?? title?.line ?? 1;
}
