import { CONTRACT, CLEAN, added, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "dox/orphan",
  severity: "error",
  summary: "A contract is there whose tool is not: the file was moved, renamed or removed.",
  failing: added("tools/wether.ts.dox.md", CLEAN[CONTRACT] ?? "", "---"),
  passing: clean(CONTRACT, "---"),
  check: ({ strayContracts }) =>
    strayContracts.map((file) => ({
      message: `there is no ${file
        .replace(/\.dox\.md$/, "")
        .split("/")
        .at(-1)} beside this contract`,
      file,
      line: 1,
      hint: "Move or rename it with its tool, or remove it.",
    })),
};
