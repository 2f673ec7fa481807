import type { Diagnostic } from "../board/diagnostic.ts";

type Finding = Pick<Diagnostic, "code" | "file" | "message">;

/**
 * What was found when a baseline was recorded: how often each finding occurs, by code, file and message. Lines are left
 * out, since text moves.
 */
export type Baseline = ReadonlyMap<string, Finding & { readonly count: number }>;

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
  const counts = new Map<string, Finding & { readonly count: number }>();
  for (const finding of findings) {
    const { code, file: at, message, count } = Object(finding) as Record<string, unknown>;
    if (typeof code !== "string" || typeof message !== "string" || typeof count !== "number") {
      throw new BaselineError(
        `${file} is no baseline: a finding in it has no code, message or count`,
      );
    }
    const known = { code, file: typeof at === "string" ? at : null, message };
    counts.set(keyOf(known), { ...known, count });
  }
  return counts;
}

/** A baseline of what is found now. */
export function baselineOf(found: readonly Finding[]): Baseline {
  const counts = new Map<string, Finding & { readonly count: number }>();
  for (const { code, file, message } of found) {
    const key = keyOf({ code, file, message });
    counts.set(key, { code, file, message, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return counts;
}

/** The text of a baseline, the same for the same findings. */
export function writeBaseline(baseline: Baseline): string {
  const findings = [...baseline].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding);
  return `${JSON.stringify({ version: 1, findings }, null, 2)}\n`;
}

export type Compared = {
  /** What the baseline does not know. */
  readonly fresh: readonly Diagnostic[];
  /** How many findings it knows. */
  readonly known: number;
  /** How many of its own are not found any more. */
  readonly gone: number;
  /** The baseline without those. */
  readonly left: Baseline;
};

/**
 * Compares what is found with a baseline.
 *
 * @param isLookedFor - whether findings of that code were looked for: what was not is not gone
 */
export function compareWithBaseline(
  found: readonly Diagnostic[],
  baseline: Baseline,
  isLookedFor: (code: string) => boolean,
): Compared {
  const seen = new Map<string, number>();
  const fresh = found.filter((finding) => {
    const key = keyOf(finding);
    const count = seen.get(key) ?? 0;
    if (count >= (baseline.get(key)?.count ?? 0)) return true;
    seen.set(key, count + 1);
    return false;
  });
  let gone = 0;
  const left = new Map(baseline);
  for (const [key, finding] of baseline) {
    if (!isLookedFor(finding.code)) continue;
    const count = seen.get(key) ?? 0;
    gone += finding.count - count;
    if (count === 0) left.delete(key);
    else left.set(key, { ...finding, count });
  }
  return { fresh, known: found.length - fresh.length, gone, left };
}

function keyOf({ code, file, message }: Finding): string {
  return JSON.stringify([code, file, message]);
}
