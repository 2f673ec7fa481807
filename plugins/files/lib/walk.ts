import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Failed } from "pegboard";
import { isGuarded, locate, show } from "./folder.ts";
import type { Place, WorkingFolder } from "./folder.ts";

export type Found = {
  readonly type: "file" | "folder";
  /** Absolute; of a link, where it leads. */
  readonly real: string;
  /** Where it was found, relative to the working folder. */
  readonly shown: string;
};

/** Entries after which a walk gives up, so that a call on a whole disk ends. */
const MOST_ENTRIES = 200_000;

/**
 * All that lies below a folder, in the order of names, the same on each run. Links to folders are not entered, so there
 * are no circles; a link to a file counts when it leads to a file of the working folder. What is off limits, and folders
 * that the settings skip, are left out.
 *
 * @throws Failed where there are too many entries; the reason of `signal` when it is stopped
 */
export async function* walk(
  folder: WorkingFolder,
  start: Pick<Place, "real">,
  signal: AbortSignal,
): AsyncGenerator<Found> {
  const waiting: Found[] = [{ type: "folder", real: start.real, shown: show(folder, start.real) }];
  let seen = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    signal.throwIfAborted();
    if (next.real !== start.real) yield next;
    if (next.type !== "folder") continue;
    const entries = await list(next.real);
    seen += entries.length;
    if (seen > MOST_ENTRIES) {
      throw new Failed(
        `There are more than ${MOST_ENTRIES} files and folders below ${show(folder, start.real)}. Take a folder further down as \`path\`.`,
      );
    }
    const below = await Promise.all(entries.map((entry) => toFound(folder, next.real, entry)));
    // The last of the stack comes first.
    for (const found of below.toReversed()) if (found) waiting.push(found);
  }
}

/** A folder that can not be read, or is gone meanwhile, holds nothing that could be found. */
async function list(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function toFound(
  folder: WorkingFolder,
  parent: string,
  entry: Dirent,
): Promise<Found | null> {
  const real = join(parent, entry.name);
  const shown = show(folder, real);
  if (isGuarded(folder, shown)) return null;
  if (entry.isDirectory()) {
    return folder.settings.skip.includes(entry.name) ? null : { type: "folder", real, shown };
  }
  if (entry.isFile()) return { type: "file", real, shown };
  if (!entry.isSymbolicLink()) return null;
  const target = await locate(folder, real).catch(() => null);
  return target?.stats?.isFile() ? { type: "file", real: target.real, shown } : null;
}
