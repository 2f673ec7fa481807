import { exampleProblems } from "../../compare/examples.ts";
import { rowDifferences } from "../../compare/fragment-rows.ts";
import { strangeArguments, unmentionedArguments } from "../../compare/mentions.ts";
import { code } from "../../compare/names.ts";
import { allToolNames } from "../../compare/tools-named.ts";
import type { CheckContext, FragmentView, ToolView } from "../../context.ts";
import { writtenName } from "../../documents/arguments.ts";
import { lineOfDefinition } from "../../documents/source.ts";
import { CLEAN, CONTRACT, TOOL, added } from "../../examples/clean.ts";
import type { Example, Rule } from "../../rule.ts";

export const rule: Rule = {
  code: "prompt/borrowed",
  severity: "error",
  summary:
    "A tool shadows another one and has no fragment of its own, so the model reads the other one's, which tells of other arguments.",
  failing: shadowing("town"),
  passing: shadowing("city"),
  check: (context) =>
    context.borrowed.flatMap((fragment) =>
      fragment.pairs.flatMap((tool) => {
        const [problem] = misfits(fragment, tool, context);
        if (problem === undefined) return [];
        const home = tool.file.slice(0, tool.file.lastIndexOf("tools/"));
        return [
          {
            message: `the fragment of ${code(tool.name)} comes from ${fragment.file}, of the tool that it shadows, and does not fit: ${problem}`,
            file: tool.file,
            line: lineOfDefinition(tool.source),
            hint: `Write your own ${home}prompts/agent.system.tool.${tool.name}.md; \`pegboard check --fix\` makes a first one.`,
          },
        ];
      }),
    ),
};

function misfits(fragment: FragmentView, tool: ToolView, context: CheckContext): string[] {
  const { lock } = context;
  if (tool.callables.length === 0) return [];
  const locked = lock.kind === "read" ? lock.surface[tool.entry.id] : undefined;
  const refused = fragment.document.calls.flatMap((call) => {
    const callable = tool.callables.find(({ method }) =>
      [":", "__"].some((mark) => call.name === tool.name + (method === null ? "" : mark + method)),
    );
    return callable ? exampleProblems(call, callable) : [];
  });
  return [
    ...strangeArguments(fragment, tool, locked, allToolNames(context)).map(
      ({ name }) => `there is no argument ${code(name)}`,
    ),
    ...rowDifferences(fragment, tool).map(({ name, kind, argument }) =>
      kind === "type"
        ? `${code(name)} is ${code(argument.type)}`
        : `${code(name)} is ${argument.required ? "required" : "optional"}`,
    ),
    ...refused.map(({ message }) => `${code(tool.name)} ${message}`),
    ...unmentionedArguments(fragment, tool).map(
      ({ method, path }) =>
        `the required argument ${code(path)} of ${code(writtenName(tool.name, method))} is never mentioned`,
    ),
  ];
}

/** A tool of the user's that shadows the one of the clean workspace, with its contract. */
function shadowing(argument: string): Example {
  const rename = (file: string): string => (CLEAN[file] ?? "").replaceAll("city", argument);
  const file = `usr/plugins/mine/${TOOL}`;
  const contract = rename(CONTRACT);
  return added(file, rename(TOOL), "export default", {
    files: { [`usr/plugins/mine/${CONTRACT}`]: contract },
  });
}
