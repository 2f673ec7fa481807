import type { Board, ToolEntry } from "../../board/board.ts";
import { lockedTool } from "../lock/surface.ts";
import type { LockedTool, Surface } from "../lock/surface.ts";
import type { Files } from "./files.ts";

/**
 * What models see of all tools of all profiles, those that the package brings along too: an update of it changes what
 * they see as well.
 */
export function surfaceOf(
  boards: readonly Board[],
  files: Files,
): { readonly surface: Surface; readonly unreadable: ReadonlySet<string> } {
  const found = new Map<
    string,
    { readonly entry: ToolEntry; readonly prompts: Map<string, string> }
  >();
  const unreadable = new Set<string>();
  for (const board of boards) {
    for (const entry of board.tools) {
      if (entry.status === "failed") unreadable.add(entry.name);
      // Tools of MCP servers come and go with them.
      if (entry.file === null || !entry.description || entry.id.startsWith("mcp:")) continue;
      const known = found.get(entry.id) ?? { entry, prompts: new Map<string, string>() };
      found.set(entry.id, known);
      if (entry.prompt !== null) known.prompts.set(shownPath(board, entry.prompt), entry.prompt);
    }
  }
  const surface: Record<string, LockedTool> = {};
  for (const [id, { entry, prompts }] of found) {
    if (!entry.description) continue;
    const fragments: Record<string, string> = {};
    for (const [shown, file] of prompts) fragments[shown] = files.text(file) ?? "";
    surface[id] = lockedTool({
      name: entry.name,
      description: entry.description,
      fragments,
      contract: entry.dox === null ? null : files.text(entry.dox),
    });
  }
  return { surface, unreadable };
}

/** A file of the package has the same name wherever the package is installed. */
function shownPath(board: Board, file: string): string {
  const layer = board.layers.find(({ bundled, dir }) => bundled && file.startsWith(dir));
  const shown = board.relative(file);
  if (!layer && !shown.startsWith("..")) return shown;
  const inside = /(?:^|[\\/])((?:plugins|agents|prompts)[\\/].*)$/.exec(file)?.[1] ?? shown;
  return `pegboard:${inside.split("\\").join("/")}`;
}
