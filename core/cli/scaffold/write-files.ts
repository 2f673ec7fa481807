import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/**
 * Writes all of the files, or none when one of them is there already.
 *
 * @param dir - absolute path that the files are relative to
 * @throws CommandFault that names the file in the way
 */
export function writeAllNew(dir: string, files: Files): readonly string[] {
  for (const path of files.keys()) {
    if (lstatSync(join(dir, path), { throwIfNoEntry: false })) throw inTheWay(path);
  }
  for (const [path, text] of files) {
    if (!writeNew(join(dir, path), text)) throw inTheWay(path);
  }
  return [...files.keys()];
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
    const code: unknown = Object(error).code;
    if (code === "EEXIST" && lstatSync(file, { throwIfNoEntry: false })) return false;
    throw new CommandFault(
      `${file} can not be written: ${error instanceof Error ? error.message : String(error)}.`,
      "Check that its folder is a folder and may be written to.",
    );
  }
}
