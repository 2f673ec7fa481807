export const SEVERITIES = ["error", "warning", "info"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Something a person should know about a file, with what to do about it. Plain data, the same in every output. */
export type Diagnostic = {
  /** Stable, `family/what`: `tool/load-failed`, `profile/unknown-tool`. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Relative to the workspace, with `/`; null where no file is at fault. */
  readonly file: string | null;
  /** 1-based. */
  readonly line: number | null;
  /** What to do. */
  readonly hint: string | null;
};

/** By file, line, code and message, so that the same findings always come in the same order. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file ?? "", b.file ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

/** By code unit: the same everywhere, whatever the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
