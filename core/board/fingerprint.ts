import { readFile } from "node:fs/promises";
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

async function contentDigest(file: string): Promise<string | null> {
  try {
    return digestOf(await readFile(file));
  } catch {
    return null;
  }
}
