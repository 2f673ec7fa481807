import { constants } from "node:fs";
import { open, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeOwnFolder } from "../own-folder.ts";

export type RotatingFileOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Relative to it, with `/`. No link that leads out of the workspace is followed to it. */
  readonly file: string;
  /** The file is put aside before it grows beyond this many bytes. */
  readonly maxBytes: number;
  /** How many put aside are kept, as `<file>.1` (the newest), `<file>.2`, … */
  readonly keep: number;
};

/** Lines that wait to be written; more are dropped, and their number is written instead. */
const MAX_WAITING = 10_000;

/** A file that lines are appended to. Writing never throws and never waits; what can not be written is dropped. */
export interface RotatingFile {
  /** @param line - with its line end */
  write(line: string): void;
  /** Settles when everything so far is written, or dropped. Never rejects. */
  flush(): Promise<void>;
}

/** Makes it; nothing is opened before the first line. Its folder is made when it is needed. */
export function createRotatingFile(options: RotatingFileOptions): RotatingFile {
  const { root, maxBytes, keep } = options;
  const file = join(root, options.file);
  let waiting: string[] = [];
  let dropped = 0;
  let writing: Promise<void> | null = null;
  let size: number | null = null;

  const put = async (text: string): Promise<void> => {
    const bytes = Buffer.byteLength(text);
    if (size === null) {
      await makeOwnFolder(root, dirname(options.file));
      size = await sizeOf(file);
    }
    if (size > 0 && size + bytes > maxBytes) {
      // Another process may have put it aside already.
      if ((await sizeOf(file)) + bytes > maxBytes) await putAside(file, keep);
      size = await sizeOf(file);
    }
    await append(file, text);
    size += bytes;
  };

  const drain = async (): Promise<void> => {
    // Lines of one breath are written at once.
    await Promise.resolve();
    while (waiting.length > 0 || dropped > 0) {
      const note = dropped > 0 ? `{"level":"warn","msg":"${dropped} lines were dropped"}\n` : "";
      const text = waiting.join("") + note;
      waiting = [];
      dropped = 0;
      try {
        await put(text);
      } catch {
        // A full disk, a folder that is gone: the next line tries again from the beginning.
        size = null;
      }
    }
    writing = null;
  };

  return {
    write(line) {
      if (waiting.length >= MAX_WAITING) dropped += 1;
      else waiting.push(line);
      writing ??= drain();
    },
    flush: () => writing ?? Promise.resolve(),
  };
}

/** A link in the place of the file is not followed, and a pipe not waited for. */
const FLAGS =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

async function append(path: string, text: string): Promise<void> {
  const file = await open(path, FLAGS, 0o600);
  try {
    await file.appendFile(text);
  } finally {
    await file.close();
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

async function putAside(file: string, keep: number): Promise<void> {
  for (let n = keep; n >= 1; n--) {
    await rename(n === 1 ? file : `${file}.${n - 1}`, `${file}.${n}`).catch(() => {});
  }
}
