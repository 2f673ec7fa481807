import type { Diagnostic } from "../board/diagnostic.ts";

/** Takes what a person should know; the same finding counts once. */
export type Report = (diagnostic: Diagnostic) => void;

/** Collects diagnostics in the order in which they were found, each once. */
export function createReport(): { readonly report: Report; all(): Diagnostic[] } {
  const found = new Map<string, Diagnostic>();
  return {
    report(diagnostic) {
      const { code, file, line, message } = diagnostic;
      const key = JSON.stringify([code, file, line, message]);
      if (!found.has(key)) found.set(key, diagnostic);
    },
    all: () => [...found.values()],
  };
}
