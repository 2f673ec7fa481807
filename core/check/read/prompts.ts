import { join, sep } from "node:path";
import type { Board, Layer } from "../../board/board.ts";
import type { FragmentView, PromptView, ToolView } from "../context.ts";
import { readFragment } from "../documents/fragment.ts";
import type { Files } from "./files.ts";

const FRAGMENT = /^agent\.system\.tool\.(?<tool>.+)\.md$/;

type FoundPrompt = {
  readonly shown: string;
  readonly tool: string | null;
  readonly pairs: Set<string>;
  /** Tool files that get it as the fragment of what they shadow. */
  readonly borrowers: Set<string>;
  /** What the package brings along is read for those that borrow it. */
  readonly bundled: boolean;
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
): {
  readonly fragments: FragmentView[];
  readonly borrowed: FragmentView[];
  readonly prompts: PromptView[];
} {
  const found = findPrompts(boards);
  const byFile = new Map(tools.map((tool) => [tool.entry.file, tool]));
  const fragments: FragmentView[] = [];
  const borrowed: FragmentView[] = [];
  const prompts: PromptView[] = [];
  for (const [file, { shown, tool, pairs, borrowers, bundled }] of [...found].sort()) {
    if (bundled && borrowers.size === 0) continue;
    const content = files.text(file);
    if (content === null) continue;
    const document = readFragment(content);
    if (tool === null) {
      prompts.push({ file: shown, document });
      continue;
    }
    const toolsOf = (paths: ReadonlySet<string>): ToolView[] =>
      [...paths].flatMap((path) => byFile.get(path) ?? []);
    const view = { file: shown, tool, document, tokens: count(document.text), used: true };
    if (borrowers.size > 0) borrowed.push({ ...view, pairs: toolsOf(borrowers) });
    if (bundled) continue;
    const used = pairs.size + borrowers.size > 0;
    fragments.push({ ...view, pairs: toolsOf(pairs), used });
  }
  return { fragments, borrowed, prompts };
}

function findPrompts(boards: readonly Board[]): Map<string, FoundPrompt> {
  const found = new Map<string, FoundPrompt>();
  for (const board of boards) {
    const entries = new Map(board.tools.map((entry) => [entry.name, entry]));
    for (const { name } of board.list("prompts")) {
      if (!name.endsWith(".md")) continue;
      const tool = FRAGMENT.exec(name)?.groups?.["tool"] ?? null;
      board.find("prompts", name).forEach(({ file, layer }, rank) => {
        if (layer.bundled && tool === null) return;
        const prompt = found.get(file) ?? {
          shown: board.relative(file),
          tool,
          pairs: new Set<string>(),
          borrowers: new Set<string>(),
          bundled: layer.bundled,
        };
        found.set(file, prompt);
        const entry = tool === null ? undefined : entries.get(tool);
        // Only the file that wins is read by a model; those below may still be included by it.
        if (!entry?.file || rank > 0) return;
        const isBorrowed = entry.shadows.some((other) => isBeside(other, layer));
        (isBorrowed ? prompt.borrowers : prompt.pairs).add(entry.file);
      });
    }
  }
  return found;
}

/** Whether a tool is of the layer that a prompt is of. */
function isBeside(tool: string, { dir }: Layer): boolean {
  return tool.startsWith(join(dir, "tools") + sep);
}
