import type { FormatInput } from "./format.ts";

/** `{ok, counts, diagnostics}`. */
export function json({ report }: FormatInput): string {
  return JSON.stringify(report, null, 2);
}
