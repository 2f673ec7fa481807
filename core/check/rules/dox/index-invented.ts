import { indexEntries } from "../../compare/guides.ts";
import { code } from "../../compare/names.ts";
import { GUIDE, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/index-invented",
  severity: "error",
  summary: "The Child DOX Index of an AGENTS.md lists one that does not exist.",
  failing: changed(
    GUIDE,
    "Index\n\nNone.",
    "Index\n\n- `tools/AGENTS.md`: the tools",
    "tools/AGENTS.md",
  ),
  passing: clean(GUIDE, "## Child DOX Index"),
  check: ({ guides }) => {
    const files = new Set(guides.map(({ file }) => file));
    return guides.flatMap((guide) =>
      indexEntries(guide, files)
        .filter(({ file }) => !files.has(file))
        .map(({ written, line }) => ({
          message: `the index lists ${code(written)}, and there is no such AGENTS.md`,
          file: guide.file,
          line,
          hint: "Remove the entry, or write the file.",
        })),
    );
  },
};
