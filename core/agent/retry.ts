import type { Clock } from "./clock.ts";

export type RetryPolicy = {
  /** How often a request is sent at most, the first time included. */
  readonly attempts: number;
  /** The first wait, in milliseconds; it doubles with each attempt. */
  readonly base_ms: number;
  /** The longest wait of our own choosing, in milliseconds. */
  readonly max_ms: number;
  /** The longest wait that a provider may ask for, in milliseconds; beyond it the turn ends instead. */
  readonly patience_ms: number;
};

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 4,
  base_ms: 500,
  max_ms: 30_000,
  patience_ms: 120_000,
};

/**
 * How long to wait before the next attempt, in milliseconds.
 *
 * @param attempt - 1 after the first failure
 * @param asked - what the provider asks for (`Retry-After`), in milliseconds, or null
 * @returns null when the provider asks for more than our patience
 */
export function waitBefore(
  attempt: number,
  asked: number | null,
  policy: RetryPolicy,
  clock: Pick<Clock, "random">,
): number | null {
  if (asked !== null) return asked > policy.patience_ms ? null : asked;
  const full = Math.min(policy.base_ms * 2 ** (attempt - 1), policy.max_ms);
  // Between half and all of it, so that many agents that failed together do not come back together.
  return Math.round(full * (0.5 + clock.random() / 2));
}

/**
 * What `Retry-After` (seconds, or an HTTP date) or `retry-after-ms` asks for, in milliseconds; null without one that can
 * be read.
 */
export function askedWait(headers: Readonly<Record<string, string>>, now: number): number | null {
  const ms = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const after = headers["retry-after"]?.trim();
  if (!after) return null;
  if (/^\d+(\.\d+)?$/.test(after)) return Number(after) * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
