import type { Diagnostic } from "../board/diagnostic.ts";

/**
 * What was found when a baseline was recorded: how often each finding occurs, by code, file and message. Lines are left
 * out, since text moves.
 */
export type Baseline = ReadonlyMap<string, number>;

export class BaselineError extends Error {
  override readonly name = "BaselineError";
  readonly hint =
    "Record it again: remove the file, then run `npx pegboard check --baseline` with it.";
}

/**
 * @throws BaselineError when the text is no baseline
 */
export function readBaseline(text: string, file: string): Baseline {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BaselineError(
      `${file} is no baseline: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  const findings: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "findings") : null;
  if (!Array.isArray(findings))
    throw new BaselineError(`${file} is no baseline: it has no list of findings`);
  const counts = new Map<string, number>();
  for (const finding of findings) {
    const { code, file: at, message, count } = Object(finding) as Record<string, unknown>;
    if (typeof code !== "string" || typeof message !== "string" || typeof count !== "number") {
      throw new BaselineError(
        `${file} is no baseline: a finding in it has no code, message or count`,
      );
    }
    counts.set(keyOf({ code, message, file: typeof at === "string" ? at : null }), count);
  }
  return counts;
}

/** The text of a baseline, the same for the same findings. */
export function writeBaseline(found: readonly Diagnostic[]): string {
  const counts = new Map<
    string,
    { code: string; file: string | null; message: string; count: number }
  >();
  for (const { code, file, message } of found) {
    const key = keyOf({ code, file, message });
    const before = counts.get(key)?.count ?? 0;
    counts.set(key, { code, file, message, count: before + 1 });
  }
  const findings = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding);
  return `${JSON.stringify({ version: 1, findings }, null, 2)}\n`;
}

/** The findings that a baseline does not know, and how many of its own are gone. */
export function beyondBaseline(
  found: readonly Diagnostic[],
  baseline: Baseline,
): { readonly fresh: readonly Diagnostic[]; readonly known: number; readonly gone: number } {
  const left = new Map(baseline);
  const fresh = found.filter((finding) => {
    const key = keyOf(finding);
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  return { fresh, known: found.length - fresh.length, gone };
}

function keyOf({ code, file, message }: Pick<Diagnostic, "code" | "file" | "message">): string {
  return JSON.stringify([code, file, message]);
}
