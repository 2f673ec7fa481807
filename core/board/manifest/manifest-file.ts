import { randomUUID } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
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

/** Enough for the two lines of a manifest of some profiles, in bytes. */
const FIRST_READ = 16 * 1024;

/** No link is followed, and a pipe is not waited for. */
const OPENING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Texts by name. Each is read only when it is asked for. */
export type Sections = {
  names(): string[];
  /** Null where there is none of that name, or it is damaged. */
  get(name: string): string | null;
};

const NONE: Sections = { names: () => [], get: () => null };

export type ManifestOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  readonly key: ManifestKey;
  /** See `openSeal`. */
  readonly seal: (text: string) => string;
  /** Milliseconds since 1970. Default: the clock's. */
  readonly now?: number;
};

/**
 * Reads the manifest of a workspace: one line that says what it holds for and where each section is, its seal, and the
 * sections. One that is not there, not sealed, of another framework or Node, of a moved workspace, from the future or
 * damaged is as none. A section is read when it is asked for; where another manifest has taken the place of this one by
 * then, it is as damaged.
 */
export function readManifest({ root, key, seal, now = Date.now() }: ManifestOptions): Sections {
  const head = readHead(root);
  if (!head || head.seal !== seal(head.line)) return NONE;
  const {
    format,
    key: of,
    written,
    sections,
  }: Readonly<Record<string, unknown>> = Object(parse(head.line));
  const isOurs =
    format === FORMAT &&
    JSON.stringify(of) === JSON.stringify(key) &&
    typeof written === "number" &&
    // Where the clock was set back, times say nothing.
    written <= now &&
    isList(sections);
  if (!isOurs) return NONE;
  const parts = new Map<string, () => string | null>();
  let start = head.length;
  for (const section of sections) {
    const { name, bytes, digest }: Readonly<Record<string, unknown>> = Object(section);
    if (typeof name !== "string" || typeof bytes !== "number") return NONE;
    const from = start;
    parts.set(name, () => {
      const part = readPart(root, from, bytes);
      return part && digestOf(part) === digest ? part.toString("utf8") : null;
    });
    start += bytes;
  }
  return { names: () => [...parts.keys()], get: (name) => parts.get(name)?.() ?? null };
}

/**
 * Writes a manifest in one step: nobody ever reads a half of it, and of several that write at once the last one wins. Where
 * that is not possible, in a workspace that is read-only, nothing happens.
 */
export async function writeManifest(
  { root, key, seal, now = Date.now() }: ManifestOptions,
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
    const line = JSON.stringify({ format: FORMAT, key, written: now, sections: described });
    const text = [`${line}\n${seal(line)}\n`, ...sections.values()].join("");
    // It repeats what other files say, some of which may be for nobody else to read.
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    await rename(temporary, join(folder, NAME));
  } catch {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

type Head = {
  readonly line: string;
  readonly seal: string;
  /** In bytes, with both line ends. */
  readonly length: number;
};

function readHead(root: string): Head | null {
  for (let bytes = FIRST_READ; bytes <= LARGEST; bytes *= 4) {
    const content = readPart(root, 0, bytes);
    if (!content) return null;
    const first = content.indexOf("\n");
    const second = first < 0 ? -1 : content.indexOf("\n", first + 1);
    if (second >= 0) {
      const line = content.toString("utf8", 0, first);
      return { line, seal: content.toString("utf8", first + 1, second), length: second + 1 };
    }
    if (content.length < bytes) return null;
  }
  return null;
}

/** @returns as much as there is of it; null where there is no manifest */
function readPart(root: string, start: number, bytes: number): Buffer | null {
  const folder = join(root, FOLDER);
  let file: number | undefined;
  try {
    // What is a link, or no plain file, was not put there by this.
    if (!lstatSync(folder).isDirectory()) return null;
    file = openSync(join(folder, NAME), OPENING);
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > LARGEST) return null;
    const length = Math.max(0, Math.min(bytes, stats.size - start));
    const part = Buffer.allocUnsafe(length);
    return part.subarray(0, readSync(file, part, 0, length, start));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
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
