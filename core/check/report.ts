import { compareDiagnostics } from "../board/diagnostic.ts";
import type { Diagnostic, Severity } from "../board/diagnostic.ts";

/** What `check --format json` prints. */
export type CheckReport = {
  /** No errors; in strict mode no warnings either. */
  readonly ok: boolean;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly diagnostics: readonly Diagnostic[];
};

/** Sorts, drops what was found twice, and counts. */
export function toReport(found: readonly Diagnostic[], strict = false): CheckReport {
  const unique = new Map(
    found.map((d) => [JSON.stringify([d.code, d.file, d.line, d.message]), d] as const),
  );
  const diagnostics = [...unique.values()].sort(compareDiagnostics);
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity]++;
  return { ok: counts.error === 0 && (!strict || counts.warning === 0), counts, diagnostics };
}
