import { relative, sep } from "node:path";
import type { IgnoredFile } from "./board.ts";
import { compareDiagnostics, compareText } from "./diagnostic.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";
import type { Base } from "./tree.ts";

/** What a finding says about a file; see {@link Diagnostic}. `file` is an absolute path. */
export type Finding = {
  readonly code: string;
  readonly message: string;
  readonly file?: string | null;
  readonly line?: number | null;
  readonly hint?: string | null;
};

/**
 * Makes a function that gives an absolute path as people read it: relative to the workspace, with `/`.
 *
 * @param bases - the workspace, and the package
 */
export function relativeTo(bases: readonly Base[]): (file: string) => string {
  // Of a thousand files nearly all lie in the workspace, and resolving takes its time.
  const [within = ""] = bases.map(({ dir }) => dir + sep);
  const links = bases.filter(({ dir, real }) => dir !== real);
  return (file) => {
    const named = asNamed(links, file);
    const shown = named.startsWith(within)
      ? named.slice(within.length)
      : relative(within, named) || ".";
    return sep === "/" ? shown : shown.split(sep).join("/");
  };
}

/** What is imported is known by its real path, which is none of the workspace's where that was named by a link. */
function asNamed(links: readonly Base[], file: string): string {
  for (const { dir, real } of links) {
    if (file === real || file.startsWith(real + sep)) return dir + file.slice(real.length);
  }
  return file;
}

/** Collects what a person should know while a board is put together. */
export class Findings {
  readonly #relative: (file: string) => string;
  readonly #diagnostics: Diagnostic[];
  readonly #ignored: Map<string, IgnoredFile>;

  /**
   * @param shown - makes an absolute path one that people read
   * @param before - what was found before; it stays as it is
   */
  constructor(shown: (file: string) => string, before?: Findings) {
    this.#relative = shown;
    this.#diagnostics = before ? [...before.#diagnostics] : [];
    this.#ignored = new Map(before ? before.#ignored : []);
  }

  /** An absolute path as people read it: relative to the workspace, with `/`. */
  relative(file: string): string {
    return this.#relative(file);
  }

  add(severity: Severity, { code, message, file = null, line = null, hint = null }: Finding): void {
    const name = file === null ? null : this.relative(file);
    this.#diagnostics.push({ code, severity, message, file: name, line, hint });
  }

  error(finding: Finding): void {
    this.add("error", finding);
  }

  warn(finding: Finding): void {
    this.add("warning", finding);
  }

  /** Takes over what another part has found; its file is already relative. */
  take(diagnostic: Diagnostic): void {
    this.#diagnostics.push(diagnostic);
  }

  /** @param file - absolute path */
  ignore(file: string, reason: string): void {
    const name = this.relative(file);
    if (!this.#ignored.has(name)) this.#ignored.set(name, { file: name, reason });
  }

  /** Sorted, so that the same findings always come in the same order. */
  diagnostics(): Diagnostic[] {
    return this.#diagnostics.toSorted(compareDiagnostics);
  }

  /** Sorted by file. */
  ignored(): IgnoredFile[] {
    return [...this.#ignored.values()].toSorted((a, b) => compareText(a.file, b.file));
  }
}
