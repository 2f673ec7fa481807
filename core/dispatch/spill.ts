import { randomBytes } from "node:crypto";
import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeOwnFolder } from "./own-folder.ts";
import { cut } from "./text.ts";

/** Where results that are too long for a model are kept, relative to the workspace. */
export const RESULTS_FOLDER = ".pegboard/results";

/** What the model gets to see of a saved result, in characters. */
const BEGINNING_CHARS = 1_500;

const DAY = 86_400_000;

export type SpillOptions = {
  /** Absolute path of the workspace. */
  readonly root: string;
  /** Files older than this many days are removed. Default: 7. */
  readonly keepDays?: number;
  /** At most this many files are kept, the newest. Default: 1,000. */
  readonly keepFiles?: number;
  /** The time, in milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
};

export type Spilled = {
  /** What the model gets instead of the whole text. */
  readonly message: string;
  /** Where the whole text is, relative to the workspace with `/`; null where it is not too long, or could not be saved. */
  readonly file: string | null;
};

/**
 * Makes the step that keeps long results out of a conversation: one longer than `limit` characters goes to a file, and
 * the model gets its size, its path and its beginning. Where no file can be written it gets what fits, and is told that
 * the rest is lost.
 *
 * @returns a function that takes the text, secrets already masked, and the most characters of it that the model gets to
 *   see; it never rejects
 */
export function createSpill(
  options: SpillOptions,
): (text: string, limit: number) => Promise<Spilled> {
  const { root, keepDays = 7, keepFiles = 1_000, now = Date.now } = options;
  const folder = join(root, RESULTS_FOLDER);
  let written = 0;

  return async (text, limit) => {
    if (text.length <= limit) return { message: text, file: null };
    const name = nameAt(now());
    try {
      await makeOwnFolder(root, RESULTS_FOLDER);
      const bytes = await writeNew(folder, name, text);
      // Listing the folder costs more than writing to it, so that is done now and then.
      if (written++ % 50 === 0) await sweep(folder, now() - keepDays * DAY, keepFiles);
      return { message: savedMessage(text, bytes, name, limit), file: `${RESULTS_FOLDER}/${name}` };
    } catch (error) {
      return { message: lostMessage(text, limit, error), file: null };
    }
  };
}

/** Made of the time, so that the order of the names is that of age, and of chance, so that nobody can guess it. */
function nameAt(time: number): string {
  const stamp = new Date(time).toISOString().replaceAll(/[-:.]/g, "");
  return `${stamp}-${randomBytes(8).toString("hex")}.txt`;
}

async function writeNew(folder: string, name: string, text: string): Promise<number> {
  const path = join(folder, name);
  const file = await open(path, "wx", 0o600);
  try {
    const bytes = Buffer.from(text, "utf8");
    await file.writeFile(bytes);
    return bytes.length;
  } catch (error) {
    // A disk that is full: half a result is worse than none.
    await rm(path, { force: true }).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

/** Two processes may sweep at once, so a file that is gone is no error. */
async function sweep(folder: string, oldest: number, keepFiles: number): Promise<void> {
  const limit = nameAt(oldest);
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /^\d{8}T\d{9}Z-[0-9a-f]{16}\.txt$/.test(name))
    .sort();
  const tooMany = Math.max(0, names.length - keepFiles);
  const gone = names.filter((name, i) => i < tooMany || name < limit);
  await Promise.all(gone.map((name) => rm(join(folder, name), { force: true }).catch(() => {})));
}

function savedMessage(text: string, bytes: number, name: string, limit: number): string {
  const beginning = cut(text, Math.min(BEGINNING_CHARS, limit));
  return (
    `[The result is too long to show: ${count(text.length)} characters. All of it (${count(bytes)} bytes) is in ` +
    `${RESULTS_FOLDER}/${name}. It begins:]\n${beginning}`
  );
}

function lostMessage(text: string, limit: number, error: unknown): string {
  const shown = cut(text, limit);
  const cause = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
  return (
    `${shown}\n[Cut: these are the first ${count(shown.length)} of ${count(text.length)} characters. ` +
    `Nothing was saved, because ${RESULTS_FOLDER} can not be written${cause}. The rest is lost; ask for less.]`
  );
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
