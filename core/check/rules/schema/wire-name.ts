import { code } from "../../compare/names.ts";
import { lineOfDefinition, lineOfKey } from "../../documents/source.ts";
import { writtenName } from "../../documents/arguments.ts";
import type { ToolView } from "../../context.ts";
import { CLEAN, CONTRACT, FRAGMENT, TOOL, clean } from "../../examples/clean.ts";
import type { Finding, Rule } from "../../rule.ts";

/** What all providers take as the name of a tool. */
const LONGEST = 64;

export const rule: Rule = {
  code: "schema/wire-name",
  severity: "error",
  summary:
    "Two names can not be told apart on the wire, or a method's name together with its tool's is longer than the 64 characters that providers take.",
  failing: {
    files: {
      "tools/Weather.ts": CLEAN[TOOL] ?? "",
      "tools/Weather.ts.dox.md": (CLEAN[CONTRACT] ?? "")
        .replaceAll("weather", "Weather")
        .replace("tests/Weather", "tests/weather"),
      "prompts/agent.system.tool.Weather.md": (CLEAN[FRAGMENT] ?? "").replaceAll(
        "weather",
        "Weather",
      ),
    },
    at: { file: TOOL, line: 4 },
  },
  passing: clean(TOOL, "export default"),
  check: ({ tools, profiles }) => {
    const found: Finding[] = [];
    for (const { board } of profiles) {
      const files = new Set(board.tools.map(({ file }) => file));
      const here = tools.filter(({ entry }) => files.has(entry.file));
      found.push(...tooLong(here), ...alike(here));
    }
    return found;
  },
};

function tooLong(tools: readonly ToolView[]): Finding[] {
  return tools.flatMap(({ name, file, source, callables }) =>
    callables
      .filter(({ method }) => method !== null && `${name}__${method}`.length > LONGEST)
      .map(({ method }) => ({
        message: `${code(writtenName(name, method))} is longer than ${LONGEST} characters on the wire`,
        file,
        line: lineOfKey(source, "description", method),
        hint: "Shorten the name of the tool or of the method.",
      })),
  );
}

function alike(tools: readonly ToolView[]): Finding[] {
  const seen = new Map<string, ToolView>();
  return tools.flatMap((tool) => {
    const key = tool.name.toLowerCase().replaceAll("-", "_");
    const first = seen.get(key);
    if (!first || first.name === tool.name) {
      seen.set(key, tool);
      return [];
    }
    return [
      {
        message: `${code(tool.name)} and ${code(first.name)} (${first.file}) differ only in case or in \`-\` and \`_\`; models mix them up`,
        file: tool.file,
        line: lineOfDefinition(tool.source),
        hint: "Rename one of them.",
      },
    ];
  });
}
