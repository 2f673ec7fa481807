import { relative, sep } from "node:path";
import type { IgnoredFile } from "./board.ts";
import { compareDiagnostics, compareText } from "./diagnostic.ts";
import type { Diagnostic, Severity } from "./diagnostic.ts";

/** What a finding says about a file; see {@link Diagnostic}. `file` is an absolute path. */
export type Finding = {
  readonly code: string;
  readonly message: string;
  readonly file?: string | null;
  readonly line?: number | null;
  readonly hint?: string | null;
};

/** Collects what a person should know while a board is put together. */
export class Findings {
  readonly #root: string;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #ignored = new Map<string, IgnoredFile>();

  /** @param root - absolute path of the workspace, which all files are named relative to */
  constructor(root: string) {
    this.#root = root;
  }

  relative(file: string): string {
    return relativeTo(this.#root, file);
  }

  error(finding: Finding): void {
    this.#add("error", finding);
  }

  warn(finding: Finding): void {
    this.#add("warning", finding);
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

  #add(
    severity: Severity,
    { code, message, file = null, line = null, hint = null }: Finding,
  ): void {
    const name = file === null ? null : this.relative(file);
    this.#diagnostics.push({ code, severity, message, file: name, line, hint });
  }
}

/** An absolute path as people read it: relative to `root`, with `/`. */
export function relativeTo(root: string, file: string): string {
  return relative(root, file).split(sep).join("/") || ".";
}
