import { readFile } from "node:fs/promises";
import type { Sources } from "./board.ts";
import type { Use } from "./manifest/known.ts";
import { digestOf } from "./manifest/stamp.ts";

/**
 * A digest of the content of files: another one when any of them changes, comes or goes.
 *
 * @param files - absolute paths, in an order that stays the same
 */
export async function fingerprint(files: readonly string[]): Promise<string> {
  return digestOf((await Promise.all(files.map(contentDigest))).join());
}

/** The same of files that were read before. */
export function fingerprintOf(uses: readonly Use[]): string {
  return digestOf(uses.flatMap(({ seen }) => seen.digest ?? []).join());
}

/** What a tool was made of, without what was only looked at. */
export function sourcesOf(uses: readonly Use[]): Sources {
  return new Map(
    uses
      .filter(({ seen }) => seen.digest !== null || seen.stamp === null)
      .map(({ path, seen }) => [path, seen.digest]),
  );
}

async function contentDigest(file: string): Promise<string | null> {
  try {
    return digestOf(await readFile(file));
  } catch {
    return null;
  }
}
