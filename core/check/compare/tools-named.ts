import type { CheckContext, FragmentView, PromptView } from "../context.ts";
import type { Fragment } from "../documents/fragment.ts";

/** A tool that a prompt names. */
export type ToolNamed = {
  /** As it is written, with its method. */
  readonly name: string;
  readonly tool: string;
  readonly method: string | null;
  readonly line: number;
  /** The text leaves no doubt that a tool is meant: a shown call, `tool x`. */
  readonly certain: boolean;
};

/**
 * The tools that a prompt speaks of, each once a line, but for those it names only where `{{if has.<tool>}}` holds.
 *
 * @param names - of all tools of the workspace: other words in backticks may be anything
 */
export function toolsNamed(document: Fragment, names: ReadonlySet<string>): ToolNamed[] {
  const found = new Map<string, ToolNamed>();
  const guards = guardsOf(document.lines);
  const add = (name: string, line: number, certain: boolean): void => {
    const [tool = "", method = null] = name.split(/:|__/, 2);
    if (!certain && !names.has(tool)) return;
    if (guards[line - 1]?.includes(tool)) return;
    const key = `${name} ${line}`;
    if (!found.get(key)?.certain) found.set(key, { name, tool, method, line, certain });
  };
  for (const call of document.calls) add(call.name, call.nameLine, true);
  for (const mention of document.mentions)
    add(mention.name, mention.line, mention.beside === "tool");
  document.prose.forEach((prose, index) => {
    for (const [word] of prose.matchAll(/(?<![\w`.])[A-Za-z][\w-]*_[\w-]+(?![\w`.])/g)) {
      add(word, index + 1, false);
    }
  });
  return [...found.values()].sort((a, b) => a.line - b.line);
}

/** For each line the tools whose `{{if has.<tool>}}` is open there. */
function guardsOf(lines: readonly string[]): string[][] {
  const open: string[][] = [];
  return lines.map((line) => {
    const here = open.flat();
    for (const [mark] of line.matchAll(/\{\{\s*(?:if\b[^}]*|else|endif)\s*\}\}/g)) {
      if (/^\{\{\s*if/.test(mark)) {
        const tools = [...mark.matchAll(/\bhas\.([\w-]+)/g)].map(([, tool = ""]) => tool);
        open.push(tools);
        here.push(...tools);
      } else if (/endif/.test(mark)) open.pop();
    }
    return here;
  });
}

/** All tool names of the workspace, over all profiles. */
export function allToolNames(context: CheckContext): ReadonlySet<string> {
  return new Set(context.profiles.flatMap(({ board }) => board.tools.map((tool) => tool.name)));
}

/** The profiles whose model reads a prompt. */
export function profilesReading(
  context: CheckContext,
  prompt: FragmentView | PromptView,
): CheckContext["profiles"] {
  const name = prompt.file.split("/").at(-1) ?? "";
  return context.profiles.filter(({ board, offered }) => {
    const [winner] = board.find("prompts", name);
    if (!winner || board.relative(winner.file) !== prompt.file) return false;
    return !("tool" in prompt) || offered.has(prompt.tool);
  });
}
