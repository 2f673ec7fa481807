import { code } from "../../compare/names.ts";
import { lineOfDefinition } from "../../documents/source.ts";
import { FRAGMENT, TOOL, clean } from "../../examples/clean.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/missing",
  severity: "warning",
  summary:
    "A tool has no fragment. The model gets one made from its description and schema, which nobody has worded for it.",
  failing: { files: { [FRAGMENT]: null }, at: { file: TOOL, line: 4 } },
  passing: clean(TOOL, "export default"),
  check: ({ tools, profiles }) =>
    tools
      .filter(({ entry, callables }) => callables.length > 0 && without(entry.name, profiles))
      .map(({ name, file, source }) => ({
        message: `${code(name)} has no fragment, so one is made from its description and schema`,
        file,
        line: lineOfDefinition(source),
        hint: `Write prompts/agent.system.tool.${name}.md beside its tools/ folder; \`npx pegboard check --fix\` makes a first one.`,
      })),
};

function without(name: string, profiles: Parameters<Rule["check"]>[0]["profiles"]): boolean {
  const having = profiles.filter(({ board }) => board.tools.some((tool) => tool.name === name));
  return having.some(
    ({ board }) => board.find("prompts", `agent.system.tool.${name}.md`).length === 0,
  );
}
