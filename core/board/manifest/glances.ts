import { digestOfFile, isYoung, stampOf } from "./stamp.ts";
import type { Seen, Stamp } from "./stamp.ts";

/** How files and folders are: each is looked at once in a look, and only where it may have changed since the last. */
export class Glances {
  readonly #files = new Map<string, Stamp | null>();
  readonly #folders = new Map<string, Stamp | null>();
  readonly #digests = new Map<string, string | null>();

  /**
   * Begins a look.
   *
   * @param touched - paths of which it is told that they, or what lies in them, may have changed since the last look; null
   *   where nobody tells
   */
  begin(touched: ReadonlySet<string> | null): void {
    // Of a file that was just written, its times do not tell whether it was written again.
    this.#digests.clear();
    for (const known of [this.#files, this.#folders]) {
      if (touched === null) known.clear();
      else for (const path of known.keys()) if (isIn(path, touched)) known.delete(path);
    }
  }

  file(path: string): Stamp | null {
    return keptIn(this.#files, path, () => stampOf(path));
  }

  folder(path: string): Seen {
    const stamp = keptIn(this.#folders, path, () => stampOf(path, "folder"));
    return { stamp, young: stamp !== null && isYoung(stamp, Date.now()), digest: null };
  }

  /** Of the content of a file; null where it can not be read. */
  digest(path: string): string | null {
    return keptIn(this.#digests, path, () => digestOfFile(path));
  }
}

function keptIn<T>(known: Map<string, T>, path: string, look: () => T): T {
  const before = known.get(path);
  if (before !== undefined) return before;
  const now = look();
  known.set(path, now);
  return now;
}

/** Whether a path was touched, or a folder that it lies in, or something that lies in it. */
function isIn(path: string, touched: ReadonlySet<string>): boolean {
  for (const one of touched) {
    if (one === path || isBelow(one, path) || isBelow(path, one)) return true;
  }
  return false;
}

function isBelow(path: string, folder: string): boolean {
  const after = path.charAt(folder.length);
  return (after === "/" || after === "\\") && path.startsWith(folder);
}
