import { readFileSync } from "node:fs";
import type { Board } from "../board.ts";
import type { Used } from "../manifest/memory.ts";

/** Files that are no part of a board and are watched along with it, by what stands in them. */
export class Beside {
  readonly #filesOf: (board: Board) => readonly string[];
  #files: readonly string[] = [];
  #seen = "";

  constructor(filesOf: (board: Board) => readonly string[] = () => []) {
    this.#filesOf = filesOf;
  }

  /** Whether something else stands in them than at the last look. */
  differs(board: Board): boolean {
    return contentsOf(this.#filesOf(board)) !== this.#seen;
  }

  /** The same, and from now on it is known. */
  look(board: Board): boolean {
    this.#files = this.#filesOf(board);
    const contents = contentsOf(this.#files);
    const isOther = contents !== this.#seen;
    this.#seen = contents;
    return isOther;
  }

  /** What is to be watched: these files, and what a board depends on. */
  with(used: ReadonlyMap<string, Used>): ReadonlyMap<string, Used> {
    if (this.#files.length === 0) return used;
    const all = new Map(used);
    for (const file of this.#files) if (!all.has(file)) all.set(file, UNREAD);
    return all;
  }
}

const UNREAD: Used = { kind: "file", seen: { stamp: null, young: false, digest: null } };

function contentsOf(files: readonly string[]): string {
  return JSON.stringify(files.map((file) => [file, textOf(file)]));
}

/** Null for one that is not there, or can not be read. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
