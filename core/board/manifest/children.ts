import type { Dirent } from "node:fs";
import { compareText } from "../diagnostic.ts";
import type { Child, ChildKind } from "./known.ts";

/** @returns sorted by name */
export function childrenOf(entries: readonly Dirent[]): Child[] {
  return entries
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((a, b) => compareText(a.name, b.name));
}

export function kindOf(
  entry: Pick<Dirent, "isSymbolicLink" | "isFile" | "isDirectory">,
): ChildKind {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "other";
}

export function sameChildren(a: readonly Child[], b: readonly Child[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ name, kind }, index) => name === b[index]?.name && kind === b[index]?.kind)
  );
}
