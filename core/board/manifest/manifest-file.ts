import { lstatSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { decode } from "./decode.ts";
import { encode } from "./encode.ts";
import { NOTHING_KNOWN } from "./known.ts";
import type { Known } from "./known.ts";
import type { ManifestKey } from "./key.ts";
import { digestOf } from "./stamp.ts";

/** Changes with the way a manifest is written. */
const FORMAT = 1;

const FOLDER = ".pegboard";
const NAME = "manifest.json";

/** Of ten thousand tools; a larger file is none of ours. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Reads what is known of a workspace from before. A manifest that is not there, of another framework or Node, of a moved
 * workspace, from the future, damaged, or not as it must be, is as none.
 *
 * @param root - absolute path of the workspace
 * @param now - milliseconds since 1970
 */
export function readManifest(root: string, key: ManifestKey, now: number = Date.now()): Known {
  const content = contentOf(root);
  const end = content?.indexOf("\n") ?? -1;
  if (!content || end < 0) return NOTHING_KNOWN;
  const body = content.subarray(end + 1);
  const written = Number(
    /"written":(?<at>\d+)/.exec(content.toString("utf8", 0, end))?.groups?.["at"],
  );
  // Where the clock was set back, times say nothing.
  if (!(written <= now)) return NOTHING_KNOWN;
  if (content.toString("utf8", 0, end) !== header(key, written, digestOf(body)))
    return NOTHING_KNOWN;
  try {
    return decode(JSON.parse(body.toString("utf8"))) ?? NOTHING_KNOWN;
  } catch {
    return NOTHING_KNOWN;
  }
}

/**
 * Writes what is known, in one step: nobody ever reads a half of it, and of several that write at once the last one wins.
 * Where that is not possible, in a workspace that is read-only, nothing happens.
 */
export async function writeManifest(root: string, key: ManifestKey, known: Known): Promise<void> {
  const body = JSON.stringify(encode(known));
  const text = `${header(key, Date.now(), digestOf(body))}\n${body}`;
  const folder = join(root, FOLDER);
  const temporary = join(folder, `${NAME}.${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    if (!lstatSync(folder).isDirectory()) return;
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, join(folder, NAME));
  } catch {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

function contentOf(root: string): Buffer | null {
  try {
    // What is a link, or no plain file, was not put there by this.
    if (!lstatSync(join(root, FOLDER)).isDirectory()) return null;
    const file = join(root, FOLDER, NAME);
    const stats = lstatSync(file);
    return stats.isFile() && stats.size <= LARGEST ? readFileSync(file) : null;
  } catch {
    return null;
  }
}

function header({ framework, node, bases }: ManifestKey, written: number, digest: string): string {
  return JSON.stringify({
    pegboard: "manifest",
    format: FORMAT,
    framework,
    node,
    bases,
    written,
    digest,
  });
}
