import { hash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";

/**
 * What the file system says of a file or folder: size, times of change in milliseconds (content; content or attributes),
 * number. Another one whenever it was written, replaced or moved; the second time can not be set back by hand.
 */
export type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number, ino: number];

/** How a file or folder was when it was looked at. */
export type Seen = {
  /** Null where nothing was there. */
  readonly stamp: Stamp | null;
  /**
   * It was changed so shortly before that another change might have got the same times: file systems count time in steps,
   * some of two seconds. Then only the content tells.
   */
  readonly young: boolean;
  /** Of the content that was read; null where nothing was read. */
  readonly digest: string | null;
};

const STEP_MS = 2_500;

export type StampedKind = "file" | "folder";

/** @returns null where there is nothing of that kind. Links are followed. */
export function stampOf(path: string, kind: StampedKind = "file"): Stamp | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || !(kind === "file" ? stats.isFile() : stats.isDirectory())) return null;
    return [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino];
  } catch {
    // What can not be looked at can not be read either.
    return null;
  }
}

/**
 * Looks at a path, to be called before anything of it is read.
 *
 * @param now - milliseconds since 1970
 */
export function lookAt(path: string, kind: StampedKind = "file", now: number = Date.now()): Seen {
  const stamp = stampOf(path, kind);
  return { stamp, young: stamp !== null && isYoung(stamp, now), digest: null };
}

export function isYoung([, , ctimeMs]: Stamp, now: number): boolean {
  // A time in the future, where the clock was set back, counts too.
  return ctimeMs > now - STEP_MS;
}

export function sameStamp(a: Stamp | null, b: Stamp | null): boolean {
  if (a === null || b === null) return a === b;
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3];
}

export function digestOf(content: string | Buffer): string {
  return hash("sha256", content, "base64url");
}

/** The digest of a file's content; null where it can not be read. */
export function digestOfFile(path: string): string | null {
  try {
    return digestOf(readFileSync(path));
  } catch {
    return null;
  }
}
