import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { access, constants, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Failed, isFailed } from "pegboard";
import { fileFailure } from "./failure.ts";
import type { Place } from "./folder.ts";

const PERMISSIONS = 0o777;

/**
 * Writes a file in one step: readers see the old text or the new, never a part, also when the process is killed.
 *
 * @param place - where; the folders on the way are made
 * @param before - what the caller knows to be there (null: nothing). Something else there is not overwritten
 * @throws Failed when it can not be written, or what is there has changed meanwhile
 */
export async function writeText(
  { real, shown }: Pick<Place, "real" | "shown">,
  text: string,
  before: Stats | null,
  signal: AbortSignal,
): Promise<void> {
  const parent = dirname(real);
  const temporary = join(parent, `.${basename(real).slice(0, 40)}.${randomUUID()}.tmp`);
  try {
    if (before) await access(real, constants.W_OK);
    await mkdir(parent, { recursive: true });
    await refuseMoved(parent, shown);
    const handle = await open(temporary, "wx", before ? before.mode & PERMISSIONS : 0o666);
    try {
      await handle.writeFile(text);
      if (before) await handle.chmod(before.mode & PERMISSIONS);
      await handle.sync();
    } finally {
      await handle.close();
    }
    signal.throwIfAborted();
    await refuseMoved(parent, shown);
    await refuseChanged(real, shown, before);
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    if (isFailed(error) || signal.aborted) throw error;
    throw fileFailure(error, shown);
  }
}

/** A folder on the way that became a link meanwhile would lead the write somewhere else. */
async function refuseMoved(parent: string, shown: string): Promise<void> {
  if ((await realpath(parent)) !== parent) {
    throw new Failed(`The folder of ${shown} was moved or replaced just now. Nothing was written.`);
  }
}

async function refuseChanged(real: string, shown: string, before: Stats | null): Promise<void> {
  const now = await stat(real).catch(() => null);
  const same =
    now?.ino === before?.ino && now?.size === before?.size && now?.mtimeMs === before?.mtimeMs;
  if (!same) {
    throw new Failed(
      `${shown} was changed by somebody else just now. Nothing was written; read it again first.`,
    );
  }
}
