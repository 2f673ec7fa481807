import type { Board } from "../../board/board.ts";
import type { BoardChange, ToolPart } from "../../board/watch/compare.ts";

/** A change as one person would tell it another. */
export type Telling = {
  readonly mark: "+" | "-" | "~" | "!" | "ok";
  readonly text: string;
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Null for what only follows from other changes.
 *
 * @param mended - names of extensions that could not be used before, which `tellMended` tells of
 */
export function tell(
  change: BoardChange,
  board: Board,
  mended: ReadonlySet<string> = NONE,
): Telling | null {
  const at = (file: string | null): string => (file === null ? "" : ` (${board.relative(file)})`);
  switch (change.kind) {
    case "added":
      return { mark: "+", text: `${change.tool} added${at(change.file)}` };
    case "removed":
      return { mark: "-", text: `${change.tool} removed` };
    case "off":
      return {
        mark: "-",
        text: `${change.tool} is not available: ${reasonOf(change.tool, board)}`,
      };
    case "well":
      return { mark: "ok", text: `${change.tool} is well again${at(change.file)}` };
    case "failing":
      return { mark: "!", text: `${change.tool} fails: ${change.error}` };
    case "moved":
      return { mark: "~", text: `${change.tool} comes from another file now${at(change.file)}` };
    case "changed":
      return { mark: "~", text: `${change.tool}: ${list(change.what.map((part) => PARTS[part]))}` };
    case "other":
      if (change.what === "finding") return null;
      if (change.what === "extension" && mended.has(change.name)) return null;
      return { mark: MARKS[change.how], text: `${change.what} ${change.name} ${change.how}` };
  }
}

/** @param name - of an extension that could not be used before */
export function tellMended(name: string): Telling {
  return { mark: "ok", text: `extension ${name} is well again` };
}

const PARTS: Readonly<Record<ToolPart, string>> = {
  risk: "another risk",
  schema: "another schema",
  description: "another description",
  settings: "other settings",
  prompt: "another prompt",
  contract: "another contract",
  shadows: "it overrides other files",
  code: "other code",
};

const MARKS = { added: "+", removed: "-", changed: "~" } as const;

function list(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

function reasonOf(name: string, board: Board): string {
  return board.tools.find((tool) => tool.name === name)?.error ?? "it is off";
}
