import { Failed } from "pegboard";

const MEANINGS: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EBUSY: "it is in use",
  EISDIR: "it is a folder",
  ENXIO: "it is no regular file",
  ENOTDIR: "a part of its path is a file",
  ENOENT: "it is gone",
};

/** The code of a Node.js error, `ENOENT`, or null. */
export function codeOf(error: unknown): string | null {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : null;
  return typeof code === "string" ? code : null;
}

/** What the file system said, in words for the model and without paths outside of the working folder. */
export function fileFailure(error: unknown, shown: string): Failed {
  const code = codeOf(error);
  const why = (code && MEANINGS[code]) ?? code ?? "for an unknown reason";
  return new Failed(`${shown} can not be used: ${why}.`);
}
