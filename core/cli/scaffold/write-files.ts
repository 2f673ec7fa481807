import { lstatSync, mkdirSync, rmSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UNKNOWN_CODE, codeOf } from "../../board/error-code.ts";
import { CommandFault } from "../fault.ts";
import type { Files } from "./template.ts";

export type Written = {
  /** Relative, in the order of `files`. */
  readonly made: readonly string[];
  /** Were there already, and are as they were. */
  readonly kept: readonly string[];
};

/**
 * Writes those of the files that are not there. No file is ever overwritten, also when another process makes it at the
 * same moment.
 *
 * @param dir - absolute path that the files are relative to
 * @throws CommandFault when a folder can not be made or a file not be written
 */
export function writeMissing(dir: string, files: Files): Written {
  const made: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of files) (writeNew(join(dir, path), text) ? made : kept).push(path);
  return { made, kept };
}

export type AllWritten = {
  /** Relative, in the order of `files`. */
  readonly made: readonly string[];
  /** Takes back what was made, with the folders that were made for it, as far as nothing else is in them by now. */
  undo(): void;
};

/**
 * Writes all of the files, or none when one of them is there already or can not be written.
 *
 * @param dir - absolute path that the files are relative to
 * @throws CommandFault that names the file in the way
 */
export function writeAllNew(dir: string, files: Files): AllWritten {
  for (const path of files.keys()) {
    const file = join(dir, path);
    const there = tellingOfFiles(file, () => lstatSync(file, { throwIfNoEntry: false }));
    if (there) throw inTheWay(path);
  }
  const done: string[] = [];
  const missing = new Set([...files.keys()].flatMap((path) => missingFolders(dir, path)));
  const undo = (): void => {
    for (const path of done.splice(0)) rmSync(join(dir, path), { force: true });
    for (const folder of [...missing].sort((a, b) => b.length - a.length)) removeEmpty(folder);
  };
  try {
    for (const [path, text] of files) {
      if (!writeNew(join(dir, path), text)) throw inTheWay(path);
      done.push(path);
    }
  } catch (error) {
    undo();
    throw error;
  }
  return { made: [...files.keys()], undo };
}

/** The folders of a path below `dir` that are not there, absolute. */
function missingFolders(dir: string, path: string): string[] {
  const missing: string[] = [];
  for (let at = dirname(path); at !== "."; at = dirname(at)) {
    const folder = join(dir, at);
    if (!lstatSync(folder, { throwIfNoEntry: false })) missing.push(folder);
  }
  return missing;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Somebody has put something into it meanwhile, or it was never made.
  }
}

function inTheWay(path: string): CommandFault {
  return new CommandFault(
    `${path} is there already.`,
    "Nothing was changed. Choose another name, or remove that file first.",
  );
}

function writeNew(file: string, text: string): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST" && lstatSync(file, { throwIfNoEntry: false })) return false;
    throw notWritten(file, error);
  }
}

/**
 * Does `work` on files, and makes of what the file system refuses a message for a person.
 *
 * @param about - absolute path, named where the error names none
 * @throws CommandFault in the place of an error of the file system
 */
export function tellingOfFiles<T>(about: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandFault || codeOf(error) === UNKNOWN_CODE) throw error;
    throw notWritten(about, error);
  }
}

function notWritten(file: string, error: unknown): CommandFault {
  return new CommandFault(
    `${file} can not be made: ${error instanceof Error ? error.message : String(error)}.`,
    "Check that each folder above it is a folder, and one that you may write to.",
  );
}
