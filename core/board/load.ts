import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { LoadOutcome } from "./load/load-file.ts";
import type { ModuleGraph } from "./load/module-graph.ts";
import type { TranspileAhead } from "./load/transpile-ahead.ts";
import type { Use } from "./manifest/known.ts";
import type { Seen } from "./manifest/stamp.ts";

export type { LoadFailure } from "./load/load-failure.ts";
export type { LoadOutcome } from "./load/load-file.ts";

const DEFAULT_LOAD_TIMEOUT_MS = 10_000;

/** Files for which a thread of its own is worth its beginning. */
const MANY = 100;

export type LoaderOptions = {
  /** Absolute paths of the workspace and of the package. */
  readonly roots: readonly string[];
  /** How long one file may take with all it imports, in milliseconds. Default: 10,000. */
  readonly loadTimeoutMs?: number;
};

/** Imports tool and extension files. Files are named by absolute paths; a link is followed to the file itself. */
export type Loader = {
  /**
   * Imports a file, once: all that ask get the same outcome, also a failure, until the file is forgotten.
   *
   * @returns what it exports, or why it can not be loaded; never rejects
   */
  load(file: string): Promise<LoadOutcome>;
  /**
   * Told which files are about to be loaded, in that order, so that some of the work can be done beside the rest.
   *
   * @returns a function to call when they have been
   */
  expect(files: readonly string[]): () => void;
  /**
   * Forgets changed files and all that import them, so that the next `load` sees the change. What was loaded stays alive
   * for those that hold it, so a call under way finishes on its old version.
   *
   * @returns the real paths of all files that were forgotten
   */
  forget(files: Iterable<string>): string[];
  /**
   * Forgets, in the same way, what is not as it was when it was read.
   *
   * @param isUnchanged - whether a file is still as it was seen
   */
  forgetChanged(isUnchanged: (path: string, seen: Seen) => boolean): string[];
  /** Real paths of the files of the workspace that `file` imports, directly or not, sorted; also those it looked for in vain. */
  importsOf(file: string): string[];
  /**
   * All paths that a loaded file and what it imports were made of, also those that were looked for in vain, each as it was
   * when it was read. Null where it was not loaded, or something changed meanwhile.
   */
  usesOf(file: string): readonly Use[] | null;
};

/**
 * Makes a loader. Nothing is imported yet, and of the heavy packages nothing before the first file.
 *
 * @param options - see {@link LoaderOptions}
 */
export function createLoader(options: LoaderOptions): Loader {
  const { loadTimeoutMs = DEFAULT_LOAD_TIMEOUT_MS } = options;
  const outcomes = new Map<string, Promise<LoadOutcome>>();
  const roots = options.roots.map(realPath);
  let ahead: TranspileAhead | undefined;
  let opened: Promise<ModuleGraph> | undefined;
  let graph: ModuleGraph | undefined;

  const open = async (): Promise<ModuleGraph> => {
    const { ModuleGraph } = await import("./load/module-graph.ts");
    const { lazyJiti } = await import("./load/lazy-jiti.ts");
    const jiti = lazyJiti(roots[0] ?? process.cwd());
    graph = new ModuleGraph({
      jiti,
      roots,
      limitMs: loadTimeoutMs,
      ahead: (file, source) => ahead?.take(file, source) ?? null,
    });
    return graph;
  };

  const load = async (file: string): Promise<LoadOutcome> => {
    const { loadFile } = await import("./load/load-file.ts");
    opened ??= open();
    return loadFile(file, await opened, loadTimeoutMs);
  };

  const forgetOutcomes = (stale: string[]): string[] => {
    for (const file of stale) outcomes.delete(file);
    reals.clear();
    return stale;
  };
  /** Where a file was when it was loaded. */
  const reals = new Map<string, string>();
  const realOf = (file: string): string => reals.get(file) ?? realPath(file);

  return {
    async load(file) {
      const real = realPath(file);
      reals.set(file, real);
      const started = outcomes.get(real) ?? load(real);
      outcomes.set(real, started);
      const outcome = await started;
      // The file is named as it was asked for, by which people know it.
      return outcome.kind === "failed" && outcome.file === real ? { ...outcome, file } : outcome;
    },
    expect(files) {
      let isOver = false;
      const begin = async (): Promise<void> => {
        const { TranspileAhead } = await import("./load/transpile-ahead.ts");
        if (!isOver) ahead = new TranspileAhead(files);
      };
      if (files.length >= MANY) void begin();
      return () => {
        isOver = true;
        ahead?.end();
        ahead = undefined;
      };
    },
    forget(files) {
      const changed = [...files].map(realPath);
      return forgetOutcomes(graph?.forget(changed) ?? changed);
    },
    forgetChanged: (isUnchanged) => forgetOutcomes(graph?.forgetChanged(isUnchanged) ?? []),
    importsOf: (file) => graph?.importsOf(realOf(file)) ?? [],
    usesOf(file) {
      const real = realOf(file);
      const uses = graph?.usesOf(real) ?? null;
      const own = uses?.get(real);
      if (!uses || !own) return null;
      // A link to it may come to lead elsewhere.
      if (real !== file) uses.set(file, own);
      return [...uses].map(([path, seen]) => ({ path, seen }));
    },
  };
}

/** Of a file that is not there any more, the place where it was. */
function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const parent = dirname(file);
    return parent === file ? file : join(realPath(parent), basename(file));
  }
}
