import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

/**
 * A digest of the content of files: another one when any of them changes, comes or goes.
 *
 * @param files - absolute paths, in an order that stays the same
 */
export async function fingerprint(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const content of await Promise.all(files.map(contentOf))) {
    // With its length before it, no content can be read as part of another.
    hash.update(`${content?.length ?? "none"}:`);
    if (content) hash.update(content);
  }
  return hash.digest("hex");
}

async function contentOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch {
    return null;
  }
}
