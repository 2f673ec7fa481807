import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Transpiled } from "./transpile.ts";

/** What the thread sends: sources with what became of them. */
export type DoneAhead = readonly {
  /** Absolute real path. */
  readonly file: string;
  readonly source: string;
  readonly transpiled: Transpiled;
}[];

/**
 * Transpiles files that are about to be imported in a thread of its own, which takes a fifth off a start with nothing
 * known.
 */
export class TranspileAhead {
  readonly #done = new Map<string, { readonly source: string; readonly transpiled: Transpiled }>();
  readonly #worker: Worker | null;

  /** @param files - absolute paths, in the order in which they will be imported */
  constructor(files: readonly string[]) {
    this.#worker = begin(files);
    this.#worker?.unref();
    this.#worker?.on("message", (results: DoneAhead) => {
      for (const { file, ...done } of results) this.#done.set(file, done);
    });
    // What it does not do is done when it is needed.
    this.#worker?.on("error", () => {});
  }

  /** What the thread has made of that very source, or null. It is given once. */
  take(file: string, source: string): Transpiled | null {
    const done = this.#done.get(file);
    this.#done.delete(file);
    return done?.source === source ? done.transpiled : null;
  }

  end(): void {
    void this.#worker?.terminate();
    this.#done.clear();
  }
}

/** @returns null where there can be no thread: it is not permitted, or there are too many already */
function begin(files: readonly string[]): Worker | null {
  const entry = workerFile();
  if (!existsSync(entry)) return null;
  try {
    // From the end, so that the two meet in the middle.
    return new Worker(entry, { workerData: files.toReversed() });
  } catch {
    return null;
  }
}

/** A thread runs what Node can run by itself: where this is run from the sources (tests do), what was built last. */
function workerFile(): URL {
  return import.meta.url.endsWith(".ts")
    ? new URL("../../../dist/board/load/transpile-worker.js", import.meta.url)
    : new URL("./transpile-worker.js", import.meta.url);
}
