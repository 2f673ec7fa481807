import { constants } from "node:fs";
import type { Stats } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import { Failed, isFailed, isInvalidArgs } from "pegboard";
import { codeOf, fileFailure } from "./failure.ts";
import { isSecrets, offLimits } from "./folder.ts";
import type { Place, WorkingFolder } from "./folder.ts";

export type FileText =
  | { readonly kind: "text"; readonly text: string; readonly stats: Stats }
  | { readonly kind: "binary"; readonly stats: Stats }
  | { readonly kind: "too-large"; readonly stats: Stats };

/** Where a NUL byte shows that a file is no text. */
const SNIFFED = 8_192;

// Neither through a link that took the file's place meanwhile, nor waiting for the other end of a pipe.
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file of the working folder.
 *
 * @returns its text with everything in it, a byte order mark too; or why it is none. Never throws for that
 * @throws Failed when it can not be opened, or is no longer what `locate` found
 */
export async function readText(
  folder: WorkingFolder,
  { real, shown }: Pick<Place, "real" | "shown">,
): Promise<FileText> {
  const handle = await open(real, READ_FLAGS).catch((error: unknown) => {
    throw codeOf(error) === "ELOOP" ? moved(shown) : fileFailure(error, shown);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) {
      throw new Failed(
        stats.isDirectory()
          ? `${shown} is a folder. find_files lists what is in it.`
          : `${shown} is no regular file.`,
      );
    }
    if (isSecrets(folder, stats)) throw offLimits(shown);
    if (!(await isStillThere(real, stats))) throw moved(shown);
    if (stats.size > folder.settings.max_file_bytes) return { kind: "too-large", stats };
    const text = decode(await handle.readFile());
    return text === null ? { kind: "binary", stats } : { kind: "text", text, stats };
  } catch (error) {
    throw isFailed(error) || isInvalidArgs(error) ? error : fileFailure(error, shown);
  } finally {
    await handle.close();
  }
}

/** Like `readText`, for what must be text. Throws a `Failed` that says why it is not. */
export async function readTextOnly(
  folder: WorkingFolder,
  place: Pick<Place, "real" | "shown">,
): Promise<Extract<FileText, { kind: "text" }>> {
  const file = await readText(folder, place);
  switch (file.kind) {
    case "text":
      return file;
    case "binary":
      throw new Failed(
        `${place.shown} is no UTF-8 text (${file.stats.size} bytes); only text can be read and edited.`,
      );
    case "too-large":
      throw new Failed(
        `${place.shown} has ${file.stats.size} bytes, more than the ${folder.settings.max_file_bytes} that are allowed.`,
      );
  }
}

/** The path, with all its links followed now, leads to the very file that was opened. */
async function isStillThere(real: string, opened: Stats): Promise<boolean> {
  try {
    if ((await realpath(real)) !== real) return false;
    const now = await stat(real);
    return now.ino === opened.ino && now.dev === opened.dev;
  } catch {
    return false;
  }
}

function moved(shown: string): Failed {
  return new Failed(`${shown} was moved or replaced just now. Try again.`);
}

function decode(bytes: Buffer): string | null {
  if (bytes.subarray(0, SNIFFED).includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
