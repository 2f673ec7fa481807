import type { Board } from "../../board/board.ts";
import type { FragmentView, PromptView, ToolView } from "../context.ts";
import { readFragment } from "../documents/fragment.ts";
import type { Files } from "./files.ts";

const FRAGMENT = /^agent\.system\.tool\.(?<tool>.+)\.md$/;

type FoundPrompt = {
  readonly shown: string;
  readonly tool: string | null;
  readonly pairs: Set<string>;
};

/** The fragments and other prompts of the workspace's own layers, each file once over all boards. */
export function readPrompts(
  boards: readonly Board[],
  {
    files,
    tools,
    count,
  }: {
    readonly files: Files;
    readonly tools: readonly ToolView[];
    readonly count: (text: string) => number;
  },
): { readonly fragments: FragmentView[]; readonly prompts: PromptView[] } {
  const found = findPrompts(boards);
  const byFile = new Map(tools.map((tool) => [tool.entry.file, tool]));
  const fragments: FragmentView[] = [];
  const prompts: PromptView[] = [];
  for (const [file, { shown, tool, pairs }] of [...found].sort()) {
    const content = files.text(file);
    if (content === null) continue;
    const document = readFragment(content);
    if (tool === null) {
      prompts.push({ file: shown, document });
      continue;
    }
    fragments.push({
      file: shown,
      tool,
      document,
      pairs: [...pairs].flatMap((path) => byFile.get(path) ?? []),
      tokens: count(document.text),
      used: pairs.size > 0,
    });
  }
  return { fragments, prompts };
}

function findPrompts(boards: readonly Board[]): Map<string, FoundPrompt> {
  const found = new Map<string, FoundPrompt>();
  for (const board of boards) {
    const entries = new Map(board.tools.map((entry) => [entry.name, entry]));
    for (const { name } of board.list("prompts")) {
      if (!name.endsWith(".md")) continue;
      const tool = FRAGMENT.exec(name)?.groups?.["tool"] ?? null;
      board.find("prompts", name).forEach(({ file, layer }, rank) => {
        if (layer.bundled) return;
        const prompt = found.get(file) ?? {
          shown: board.relative(file),
          tool,
          pairs: new Set<string>(),
        };
        found.set(file, prompt);
        const entry = tool === null ? undefined : entries.get(tool);
        // Only the file that wins is read by a model; those below may still be included by it.
        if (entry?.file && rank === 0) prompt.pairs.add(entry.file);
      });
    }
  }
  return found;
}
