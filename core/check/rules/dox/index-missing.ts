import { childGuides, guideSections, indexEntries, isDoxGuide } from "../../compare/guides.ts";
import { code } from "../../compare/names.ts";
import { CLEAN, GUIDE, changed } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/index-missing",
  severity: "error",
  summary: "The Child DOX Index of an AGENTS.md misses one that stands below it.",
  failing: changed(GUIDE, "", "", "## Child DOX Index", {
    files: { "tools/AGENTS.md": CLEAN[GUIDE] ?? "" },
  }),
  passing: changed(
    GUIDE,
    "Index\n\nNone.",
    "Index\n\n- `tools/AGENTS.md`: the tools",
    "tools/AGENTS.md",
    {
      files: { "tools/AGENTS.md": CLEAN[GUIDE] ?? "" },
    },
  ),
  check: ({ guides }) => {
    const files = new Set(guides.map(({ file }) => file));
    const listed = new Set(
      guides.flatMap((guide) => indexEntries(guide, files).map(({ file }) => file)),
    );
    return guides.filter(isDoxGuide).flatMap((guide) => {
      const section = guideSections(guide).get("Child DOX Index");
      if (!section) return [];
      return childGuides(guide, guides)
        .filter(({ file }) => !listed.has(file))
        .map(({ file }) => ({
          message: `the index misses ${code(file)}`,
          file: guide.file,
          line: section.line,
          hint: "Add it with what it is for; `npx pegboard check --fix` does.",
        }));
    });
  },
};
