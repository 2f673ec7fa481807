import { existsSync, readFileSync, readdirSync } from "node:fs";
import type { Dirent } from "node:fs";

/**
 * The files of a workspace as one check sees them, by absolute path: each is read once, however many ask. A check reads
 * thousands of small files, and waiting for each takes several times as long as reading it.
 */
export type Files = {
  /** Null for a file that is not there or can not be read. */
  text(file: string): string | null;
  /** What lies in a folder; nothing in one that is not there or can not be read. */
  list(dir: string): readonly Dirent[];
  exists(path: string): boolean;
};

/** Nothing is read before it is asked for. */
export function openFiles(): Files {
  const texts = new Map<string, string | null>();
  const folders = new Map<string, readonly Dirent[]>();
  return {
    text: (file) => remembered(texts, file, readText),
    list: (dir) => remembered(folders, dir, readFolder),
    exists: (path) => existsSync(path),
  };
}

function remembered<T>(known: Map<string, T>, path: string, read: (path: string) => T): T {
  const before = known.get(path);
  if (before !== undefined) return before;
  const found = read(path);
  known.set(path, found);
  return found;
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function readFolder(dir: string): readonly Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
