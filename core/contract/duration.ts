const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The longest delay that Node's timers keep; anything longer fires at once. */
const LONGEST = 2 ** 31 - 1;

/**
 * A duration in milliseconds.
 *
 * @param duration - milliseconds, or a number with the unit `ms`, `s`, `m` or `h`
 * @returns milliseconds, or null when `duration` is not a positive duration that a timer can hold
 */
export function durationMs(duration: unknown): number | null {
  if (typeof duration === "string") {
    const { amount, unit } =
      /^(?<amount>\d+(?:\.\d+)?)\s*(?<unit>ms|s|m|h)$/.exec(duration.trim())?.groups ?? {};
    if (amount === undefined || unit === undefined) return null;
    return durationMs(Number(amount) * (UNITS[unit] ?? Number.NaN));
  }
  return typeof duration === "number" && duration > 0 && duration <= LONGEST ? duration : null;
}
