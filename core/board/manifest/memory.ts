import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Tree } from "../tree.ts";
import { codeOf } from "../error-code.ts";
import { childrenOf, sameChildren } from "./children.ts";
import { KnownTrees } from "./known-trees.ts";
import { NOTHING_KNOWN } from "./known.ts";
import type {
  Child,
  Known,
  KnownExtension,
  KnownFolder,
  KnownText,
  KnownTool,
  Use,
} from "./known.ts";
import { Glances } from "./glances.ts";
import { isYoung, sameStamp } from "./stamp.ts";
import type { Seen } from "./stamp.ts";

export type Listing =
  | { readonly kind: "listed"; readonly children: readonly Child[] }
  | { readonly kind: "unreadable"; readonly code: string };

/** Something that what is made depends on. */
export type Used = { readonly kind: "file" | "folder"; readonly seen: Seen };

type Kept = { readonly uses: readonly Use[] };

/**
 * What is known of a workspace from before, each thing with the state of all files that it was made of. It is given out
 * only while all of them are as they were, which is looked at once for each `look`.
 *
 * What failed is never kept: its cause may lie anywhere.
 */
export class Memory {
  readonly #folders: Map<string, KnownFolder>;
  readonly #texts: Map<string, KnownText>;
  readonly #tools: Map<string, KnownTool>;
  readonly #extensions: Map<string, KnownExtension>;

  /** Of the look under way. */
  readonly #glances = new Glances();
  readonly #visited = new Set<string>();
  readonly #used = new Map<string, Used>();
  readonly #textsUsed = new Map<string, KnownText["data"] | null>();
  readonly #trees = new KnownTrees();
  #isWhole = true;
  #made: object | null = null;
  #hasLooked = false;
  #isSaved = true;

  constructor(known: Known = NOTHING_KNOWN) {
    this.#folders = new Map(known.folders);
    this.#texts = new Map(known.texts);
    this.#tools = new Map(known.tools);
    this.#extensions = new Map(known.extensions);
  }

  /**
   * Begins to look: what was found to be unchanged before is looked at again.
   *
   * @param touched - see {@link Glances.begin}
   */
  look(touched: ReadonlySet<string> | null = null): void {
    this.#glances.begin(touched);
    this.#visited.clear();
    this.#used.clear();
    this.#textsUsed.clear();
    this.#isWhole = true;
    this.#made = null;
    this.#hasLooked = true;
  }

  /** The look ends: this was made in it. One that fails never ends. */
  made(it: object): void {
    this.#made = it;
  }

  /** Whether folders are known from before, so that listing needs to read only those that changed. */
  get knowsFolders(): boolean {
    return this.#folders.size > 0;
  }

  /** Whether all that is known has been saved. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  saved(): void {
    this.#isSaved = true;
  }

  /** What lies in a folder, sorted by name. A folder that is not there has nothing in it. */
  list(dir: string): Listing {
    const known = this.#folders.get(dir);
    const seen = this.#glances.folder(dir);
    if (known && !known.seen.young && sameStamp(known.seen.stamp, seen.stamp)) {
      this.#visit(dir, seen);
      return { kind: "listed", children: known.children };
    }
    try {
      const children = childrenOf(readdirSync(dir, { withFileTypes: true }));
      this.keepFolder(dir, seen, children);
      return { kind: "listed", children };
    } catch (error) {
      if (this.#folders.delete(dir)) {
        this.#isSaved = false;
        this.#trees.moved();
      }
      const code = codeOf(error);
      if (code !== "ENOENT" && code !== "ENOTDIR") {
        this.doubt();
        return { kind: "unreadable", code };
      }
      this.noteAbsent(dir);
      return { kind: "listed", children: [] };
    }
  }

  /** All files and folders that what was made in this look depends on, as far as they are known, by absolute paths. */
  get used(): ReadonlyMap<string, Used> {
    return this.#used;
  }

  /** There is no such folder. */
  noteAbsent(dir: string): void {
    this.#used.set(dir, { kind: "folder", seen: { stamp: null, young: false, digest: null } });
  }

  /** What is being made depends on a file of which nothing else is remembered. */
  noteUse({ path, seen }: Use): void {
    this.#used.set(path, { kind: "file", seen });
  }

  /** What is being made depends on more than can be remembered. */
  doubt(): void {
    this.#isWhole = false;
  }

  /**
   * All files and folders that something depends on. Null where it was not made in the last look, or depends on more than
   * their stamps: on something that failed, or on times that do not tell enough yet.
   */
  dependenciesOf(it: object): ReadonlyMap<string, Used> | null {
    if (it !== this.#made || !this.#isWhole) return null;
    return [...this.#used.values()].some(({ seen }) => seen.young) ? null : this.#used;
  }

  /** @param seen - from before it was read */
  keepFolder(dir: string, seen: Seen, children: readonly Child[]): void {
    this.#visit(dir, seen);
    const known = this.#folders.get(dir);
    const same =
      known !== undefined &&
      known.seen.young === seen.young &&
      sameStamp(known.seen.stamp, seen.stamp) &&
      sameChildren(known.children, children);
    if (same) return;
    if (!known || !sameChildren(known.children, children)) this.#trees.moved();
    this.#folders.set(dir, { seen, children });
    this.#isSaved = false;
  }

  /** The tree of a base as it was made before in this process, where nothing in it came or went. */
  tree(base: string): Tree | null {
    return this.#trees.get(base, (dir) => this.list(dir));
  }

  /** To be called when all of it has been listed in this look. */
  keepTree(base: string, tree: Tree): void {
    const folders = [...this.#used].flatMap(([path, { kind }]) => (kind === "folder" ? path : []));
    const own = folders.filter((path) => path.startsWith(base));
    this.#trees.keep(base, tree, own);
  }

  /**
   * What the files say of which the text was used in this look: null where it is not known. It is the very same object for
   * as long as the file is not edited.
   */
  get textsUsed(): ReadonlyMap<string, KnownText["data"] | null> {
    return new Map(this.#textsUsed);
  }

  /** Whether nothing is in doubt so far. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  text(file: string): KnownText | null {
    const known = this.#valid(this.#texts, file, (text, uses) => ({ ...text, uses }));
    this.#textsUsed.set(file, known?.data ?? null);
    return known;
  }

  keepText(file: string, text: KnownText): void {
    this.#textsUsed.set(file, text.data);
    this.#keep(this.#texts, file, text);
  }

  tool(file: string): KnownTool | null {
    return this.#valid(this.#tools, file, (tool, uses) => ({ ...tool, uses }));
  }

  keepTool(file: string, tool: KnownTool): void {
    this.#keep(this.#tools, file, tool);
  }

  forgetTool(file: string): void {
    if (this.#tools.delete(file)) this.#isSaved = false;
  }

  /** It said something else of itself, of the same source. */
  markUnsteady(file: string): void {
    const tool = this.#tools.get(file);
    if (tool) this.#keep(this.#tools, file, { ...tool, unsteady: true });
  }

  extension(file: string): KnownExtension | null {
    return this.#valid(this.#extensions, file, (extension, uses) => ({ ...extension, uses }));
  }

  keepExtension(file: string, extension: KnownExtension): void {
    this.#keep(this.#extensions, file, extension);
  }

  /** Whether a file is still as it was seen. It is looked at once for each look. */
  isUnchanged(path: string, { stamp, young, digest }: Seen): boolean {
    if (!sameStamp(this.#glances.file(path), stamp)) return false;
    if (!young) return true;
    if (digest === null) return false;
    return this.#glances.digest(path) === digest;
  }

  /** All that is worth saving: what was looked at, and what other profiles have of files that are still there. */
  known(): Known {
    if (!this.#hasLooked) {
      return {
        folders: this.#folders,
        texts: this.#texts,
        tools: this.#tools,
        extensions: this.#extensions,
      };
    }
    const isThere = (file: string): boolean =>
      this.#visited.has(file) ||
      (this.#visited.has(dirname(file)) &&
        this.#folders.get(dirname(file))?.children.some(({ name }) => name === basename(file)) ===
          true);
    return {
      folders: filter(this.#folders, (dir) => this.#visited.has(dir)),
      texts: filter(this.#texts, isThere),
      tools: filter(this.#tools, isThere),
      extensions: filter(this.#extensions, isThere),
    };
  }

  #keep<T extends Kept>(all: Map<string, T>, file: string, kept: T): void {
    this.#visited.add(file);
    kept.uses.forEach((use) => this.noteUse(use));
    all.set(file, kept);
    this.#isSaved = false;
  }

  #visit(dir: string, seen: Seen): void {
    this.#visited.add(dir);
    this.#used.set(dir, { kind: "folder", seen });
  }

  #valid<T extends Kept>(
    all: Map<string, T>,
    file: string,
    aged: (known: T, uses: readonly Use[]) => T,
  ): T | null {
    const known = all.get(file);
    if (!known) return null;
    if (!known.uses.every(({ path, seen }) => this.isUnchanged(path, seen))) {
      all.delete(file);
      this.#isSaved = false;
      return null;
    }
    this.#visited.add(file);
    const now = Date.now();
    if (!known.uses.some(({ seen }) => hasAged(seen, now))) {
      known.uses.forEach((use) => this.noteUse(use));
      return known;
    }
    // Its content is what it was, and any later change will show in its times.
    const uses = known.uses.map((use) =>
      hasAged(use.seen, now) ? { ...use, seen: { ...use.seen, young: false } } : use,
    );
    const renewed = aged(known, uses);
    this.#keep(all, file, renewed);
    return renewed;
  }
}

function hasAged({ young, stamp }: Seen, now: number): boolean {
  return young && stamp !== null && !isYoung(stamp, now);
}

function filter<T>(all: ReadonlyMap<string, T>, keep: (path: string) => boolean): Map<string, T> {
  return new Map([...all].filter(([path]) => keep(path)));
}
