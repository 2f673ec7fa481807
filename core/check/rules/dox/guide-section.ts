import { code } from "../../compare/names.ts";
import { guideSections, isDoxGuide } from "../../compare/guides.ts";
import { GUIDE_SECTIONS } from "../../compare/guides.ts";
import { hasContent } from "../../documents/markdown.ts";
import { GUIDE, changed, clean } from "../../examples/clean.ts";
import type { Finding, Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/guide-section",
  severity: "error",
  summary:
    "An AGENTS.md lacks one of its sections, or has an empty one: Purpose, Ownership, Local Contracts, Work Guidance, Verification, Child DOX Index.",
  failing: changed(GUIDE, "## Ownership\n\nEverything here.\n\n", "", "# Weather station"),
  passing: clean(GUIDE, "## Ownership"),
  check: ({ guides }) =>
    guides.filter(isDoxGuide).flatMap((guide) => {
      const sections = guideSections(guide);
      return GUIDE_SECTIONS.flatMap((name): Finding[] => {
        const section = sections.get(name);
        if (section && hasContent(guide.document, section)) return [];
        return [
          {
            message: `the section ${code(name)} is ${section ? "empty" : "missing"}`,
            file: guide.file,
            line: section?.line ?? guide.document.headings[0]?.line ?? 1,
            hint: section ? "Say it in a sentence; “None.” is one." : `Add \`## ${name}\`.`,
          },
        ];
      });
    }),
};
