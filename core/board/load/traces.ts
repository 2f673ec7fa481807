import { existsSync } from "node:fs";
import { digestOf, lookAt, sameStamp } from "../manifest/stamp.ts";
import type { Seen } from "../manifest/stamp.ts";

/** What a module was made of. */
export class Trace {
  /** The files it imports. */
  readonly imports = new Set<string>();
  /** Itself, and all that its imports might have meant, by absolute paths. */
  readonly seen = new Map<string, Seen>();
  /** It imports a package that Node has in another version than there is now. */
  isOutdated = false;

  /** To be called before a file is read: also of one that can not be read it is known how it was. */
  lookAt(file: string): Seen {
    const seen = lookAt(file);
    this.seen.set(file, seen);
    return seen;
  }

  /** @param seen - of the file, from before it was read */
  readAs(file: string, seen: Seen, content: Buffer): string {
    this.seen.set(file, { ...seen, digest: digestOf(content) });
    return content.toString("utf8");
  }

  /** It depends on this path, whether something is there or not. */
  note(path: string): Seen {
    return this.seen.get(path) ?? this.lookAt(path);
  }
}

/** What each file was made of, also where that failed: the file has to be read again when any of it changes. */
export class Traces {
  readonly #traces = new Map<string, Trace>();

  begin(file: string): Trace {
    const trace = new Trace();
    this.#traces.set(file, trace);
    return trace;
  }

  /** That of a module that has begun. What one does whose file is gone since is nobody's. */
  of(file: string): Trace {
    return this.#traces.get(file) ?? new Trace();
  }

  /** The source files that `file` imports, directly or through others, sorted. Also those that are missing. */
  importsOf(file: string): string[] {
    const found = new Set<string>([file]);
    for (const from of found) {
      for (const target of this.#traces.get(from)?.imports ?? []) found.add(target);
    }
    found.delete(file);
    return [...found].sort();
  }

  /**
   * All that `file` and what it imports were made of, by absolute paths, each as it was when it was read. Null where
   * something changed meanwhile: a package too that was updated after Node had evaluated it, because another process would
   * get the new one.
   */
  usesOf(file: string): Map<string, Seen> | null {
    const uses = new Map<string, Seen>();
    for (const source of [file, ...this.importsOf(file)]) {
      const trace = this.#traces.get(source);
      if (trace?.isOutdated) return null;
      for (const [path, seen] of trace?.seen ?? []) {
        const before = uses.get(path);
        // Two have seen it differently: it changed meanwhile.
        if (before && !sameStamp(before.stamp, seen.stamp)) return null;
        if (!before || before.digest === null) uses.set(path, seen);
      }
    }
    return uses;
  }

  /** These files, and all that import them or have looked for them. */
  staleWith(files: Iterable<string>): Set<string> {
    const stale = new Set(files);
    // A set takes in what is added while it is walked, so this reaches the importers of importers.
    for (const file of stale) {
      for (const [importer, { imports, seen }] of this.#traces) {
        if (imports.has(file) || seen.has(file)) stale.add(importer);
      }
    }
    // What a file that is gone imported is nothing that those that look for it now depend on.
    for (const file of stale) if (!existsSync(file)) this.#traces.delete(file);
    return stale;
  }

  /** The files of which something is not as it was seen. */
  changed(isUnchanged: (path: string, seen: Seen) => boolean): string[] {
    return [...this.#traces].flatMap(([file, trace]) =>
      [...trace.seen].some(([path, seen]) => !isUnchanged(path, seen)) ? file : [],
    );
  }
}
