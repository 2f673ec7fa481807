import type { Tree } from "../tree.ts";

type KnownTree = {
  readonly tree: Tree;
  /** All folders that were listed for it, those too that are not there. */
  readonly folders: readonly string[];
  readonly moves: number;
};

/** The trees that were made in this process. One holds while nothing came or went in any folder that was listed for it. */
export class KnownTrees {
  readonly #trees = new Map<string, KnownTree>();
  /** Another number after each time that something came or went. */
  #moves = 0;

  /** Something came or went. */
  moved(): void {
    this.#moves += 1;
  }

  /** @param list - lists a folder anew, and calls `moved` where something in it came or went */
  get(base: string, list: (dir: string) => unknown): Tree | null {
    const known = this.#trees.get(base);
    if (!known) return null;
    for (const dir of known.folders) list(dir);
    return known.moves === this.#moves ? known.tree : null;
  }

  keep(base: string, tree: Tree, folders: readonly string[]): void {
    this.#trees.set(base, { tree, folders, moves: this.#moves });
  }
}
