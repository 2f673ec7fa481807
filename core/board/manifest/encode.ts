import type { Child, ChildKind, Known, Use } from "./known.ts";
import type { Seen } from "./stamp.ts";

/**
 * How what is known is written: as lists, because there are thousands of them. `[path]` is a file that is not there,
 * `[path, size, mtime, ctime, number]` one that is, with `digest` behind it where its times do not tell enough.
 */
export type SeenRow =
  | readonly [path: string]
  | readonly [path: string, size: number, mtimeMs: number, ctimeMs: number, ino: number]
  | readonly [string, number, number, number, number, digest: string | null];

const KINDS: Readonly<Record<ChildKind, string>> = {
  file: "f",
  folder: "d",
  link: "l",
  other: "o",
};

/** Everything as one value for JSON. */
export function encode({ folders, texts, tools, extensions }: Known): unknown {
  return [
    [...folders].map(([dir, { seen, children }]) => [seenRow(dir, seen), children.map(childText)]),
    [...texts].map(([file, { uses, data, body, bodyLine, lines }]) => {
      return [file, uses.map(useRow), data, body, bodyLine, [...lines]];
    }),
    [...tools].map(([file, { uses, fingerprint, unsteady, description, problems }]) => {
      return [file, uses.map(useRow), fingerprint, unsteady, description, problems];
    }),
    [...extensions].map(([file, { uses, point }]) => [file, uses.map(useRow), point]),
  ];
}

function useRow({ path, seen }: Use): SeenRow {
  return seenRow(path, seen);
}

function seenRow(path: string, { stamp, young, digest }: Seen): SeenRow {
  if (stamp === null) return [path];
  return young ? [path, ...stamp, digest] : [path, ...stamp];
}

/** The kind and the name in one text. */
function childText({ name, kind }: Child): string {
  return KINDS[kind] + name;
}

export const KIND_OF_LETTER: ReadonlyMap<string, ChildKind> = new Map([
  ["f", "file"],
  ["d", "folder"],
  ["l", "link"],
  ["o", "other"],
]);
