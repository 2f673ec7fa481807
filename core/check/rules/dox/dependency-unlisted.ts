import { code } from "../../compare/names.ts";
import { packagesImported } from "../../documents/imports.ts";
import { TOOL, changed, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

/** What every tool may use without a word. */
const FREE = new Set(["pegboard", "zod"]);

export const rule: Rule = {
  code: "dox/dependency-unlisted",
  severity: "error",
  summary: "A tool imports a package that Dependencies does not name: it came in without review.",
  failing: changed(
    TOOL,
    'import { z } from "zod";',
    'import { z } from "zod";\nimport pc from "picocolors";',
    "picocolors",
  ),
  passing: clean(TOOL, 'from "zod"'),
  check: ({ tools }) =>
    tools.flatMap(({ file, source, contract }) => {
      const section = contract?.document.sections.get("Dependencies");
      if (!contract || !section) return [];
      const text = contract.document.prose.slice(section.start - 1, section.end - 1).join("\n");
      return packagesImported(source)
        .filter(({ name }) => !FREE.has(name) && !text.includes(name))
        .map(({ name, line }) => ({
          message: `${code(name)} is imported here, and the contract's Dependencies does not name it`,
          file,
          line,
          hint: `Add \`- ${code(name)}\` with what it is for (${contract.file}, line ${section.line}).`,
        }));
    }),
};
