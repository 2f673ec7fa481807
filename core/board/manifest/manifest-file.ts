import { randomUUID } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isList } from "./check.ts";
import type { ManifestKey } from "./key.ts";
import { digestOf } from "./stamp.ts";

/** Changes with the way a manifest is written. */
const FORMAT = 1;

const FOLDER = ".pegboard";
const NAME = "manifest.json";

/** Of ten thousand tools; a larger file is none of ours. */
const LARGEST = 256 * 1024 * 1024;

/** Texts by name. Each is read only when it is asked for. */
export type Sections = {
  names(): string[];
  /** Null where there is none of that name, or it is damaged. */
  get(name: string): string | null;
};

const NONE: Sections = { names: () => [], get: () => null };

/**
 * Reads the manifest of a workspace: one line that says what it holds for and where each section is, and the sections. One
 * that is not there, of another framework or Node, of a moved workspace, from the future or damaged is as none.
 *
 * @param root - absolute path of the workspace
 * @param now - milliseconds since 1970
 */
export function readManifest(root: string, key: ManifestKey, now: number = Date.now()): Sections {
  const content = contentOf(root);
  const end = content?.indexOf("\n") ?? -1;
  if (!content || end < 0) return NONE;
  const header = parse(content.toString("utf8", 0, end));
  // Where the clock was set back, times say nothing.
  const { format, key: of, written, sections }: Readonly<Record<string, unknown>> = Object(header);
  const isOurs =
    format === FORMAT &&
    JSON.stringify(of) === JSON.stringify(key) &&
    typeof written === "number" &&
    written <= now &&
    isList(sections);
  if (!isOurs) return NONE;
  const parts = new Map<string, () => string | null>();
  let start = end + 1;
  for (const section of sections) {
    const { name, bytes, digest }: Readonly<Record<string, unknown>> = Object(section);
    if (typeof name !== "string" || typeof bytes !== "number") return NONE;
    const part = content.subarray(start, start + bytes);
    parts.set(name, () => (digestOf(part) === digest ? part.toString("utf8") : null));
    start += bytes;
  }
  return { names: () => [...parts.keys()], get: (name) => parts.get(name)?.() ?? null };
}

/**
 * Writes a manifest in one step: nobody ever reads a half of it, and of several that write at once the last one wins. Where
 * that is not possible, in a workspace that is read-only, nothing happens.
 */
export async function writeManifest(
  root: string,
  key: ManifestKey,
  sections: ReadonlyMap<string, string>,
): Promise<void> {
  const folder = join(root, FOLDER);
  const temporary = join(folder, `${NAME}.${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true });
    if (!lstatSync(folder).isDirectory()) return;
    const described = [...sections].map(([name, text]) => {
      return { name, bytes: Buffer.byteLength(text), digest: digestOf(text) };
    });
    const header = { format: FORMAT, key, written: Date.now(), sections: described };
    const text = `${JSON.stringify(header)}\n${[...sections.values()].join("")}`;
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

/** @returns undefined where it is no JSON */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
