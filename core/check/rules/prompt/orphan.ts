import { code } from "../../compare/names.ts";
import { allToolNames } from "../../compare/tools-named.ts";
import { didYouMean } from "../../../board/suggest.ts";
import { FRAGMENT, added, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/orphan",
  severity: "error",
  summary: "A fragment is there whose tool is not: no model ever reads it.",
  failing: added(
    "prompts/agent.system.tool.wether.md",
    "### wether\n\nCurrent weather.\n",
    "### wether",
  ),
  passing: clean(FRAGMENT, "### weather"),
  check: (context) => {
    const names = allToolNames(context);
    return context.fragments
      .filter(({ tool }) => !names.has(tool))
      .map(({ tool, file }) => ({
        message: `there is no tool ${code(tool)} for this fragment${didYouMean(tool, names)}`,
        file,
        line: 1,
        hint: "Rename the fragment after its tool, or remove it.",
      }));
  },
};
