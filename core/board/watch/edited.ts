import { EXTENSION_POINTS } from "../../contract/index.ts";
import type { Board } from "../board.ts";
import { digestOfFile } from "../manifest/stamp.ts";

/** Knows which of the files of a board that are no tools have been edited: of tools the board itself tells. */
export class Texts {
  readonly #digests = new Map<string, string | null>();

  /**
   * Reads the files of a board.
   *
   * @param touched - those that may be edited, by absolute paths; null for all
   * @returns those of the board of which the content is another than it was when it was read before
   */
  look(board: Board, touched: ReadonlySet<string> | null): ReadonlySet<string> {
    const edited = new Set<string>();
    for (const file of touched ?? filesOf(board)) {
      const old = this.#digests.get(file);
      const digest = digestOfFile(file);
      this.#digests.set(file, digest);
      if (old !== undefined && old !== digest) edited.add(file);
    }
    // A tool may write a file of its own beside what belongs to the board.
    if (edited.size === 0) return edited;
    const own = filesOf(board);
    return new Set([...edited].filter((file) => own.has(file)));
  }
}

function filesOf(board: Board): Set<string> {
  return new Set([
    ...board.tools.flatMap(({ prompt, dox }) => [prompt, dox].filter((file) => file !== null)),
    ...board.list("prompts").map(({ file }) => file),
    ...board.list("skills").map(({ file }) => file),
    ...EXTENSION_POINTS.flatMap((point) => board.extensions[point].map(({ file }) => file)),
  ]);
}
