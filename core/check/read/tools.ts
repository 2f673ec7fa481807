import { dirname } from "node:path";
import type { Board, Layer, ToolEntry } from "../../board/board.ts";
import type { ContractView, ToolView } from "../context.ts";
import { callablesOf } from "../documents/arguments.ts";
import { readContract } from "../documents/contract.ts";
import { readSource } from "../documents/source.ts";
import type { Source } from "../documents/source.ts";
import type { Files } from "./files.ts";
import { missingReferences } from "./references.ts";

export type ToolsRead = {
  /** Those that can be described, sorted by file. */
  readonly tools: ToolView[];
  /** The sources of all, by file relative to the workspace. */
  readonly sources: ReadonlyMap<string, Source>;
};

/** The tools of the workspace's own layers, each file once over all boards. */
export function readTools(boards: readonly Board[], files: Files): ToolsRead {
  const found = new Map<string, { board: Board; entry: ToolEntry; layer: Layer }>();
  for (const board of boards) {
    const layers = new Map(board.list("tools").map(({ file, layer }) => [file, layer]));
    for (const entry of board.tools) {
      const layer = entry.file === null ? undefined : layers.get(entry.file);
      // What the package brings along is not the workspace's to mend.
      if (entry.file === null || !layer || layer.bundled) continue;
      if (!found.has(entry.file)) found.set(entry.file, { board, entry, layer });
    }
  }
  const tools: ToolView[] = [];
  const sources = new Map<string, Source>();
  for (const [path, { board, entry, layer }] of [...found].sort()) {
    const file = board.relative(path);
    const source = readSource(files.text(path) ?? "");
    sources.set(file, source);
    if (!entry.description || entry.status === "failed") continue;
    tools.push({
      name: entry.name,
      entry,
      file,
      layer,
      source,
      callables: callablesOf(entry.description),
      contract: contractOf(board, entry, layer, files),
    });
  }
  return { tools, sources };
}

function contractOf(
  board: Board,
  { file: tool, dox, plugin }: ToolEntry,
  layer: Layer,
  files: Files,
): ContractView | null {
  const content = dox === null ? null : files.text(dox);
  if (tool === null || dox === null || content === null) return null;
  const document = readContract(content);
  const folders = [board.root, ...(plugin ? [plugin.dir] : []), layer.dir, dirname(tool)];
  return {
    file: board.relative(dox),
    document,
    missing: missingReferences(document, { tool, folders, files }),
  };
}
