import { setTimeout as delay } from "node:timers/promises";

/** Time and chance, handed in so that a test need not wait. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** At least 0, less than 1. */
  random(): number;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, { signal });
    } catch {
      // Aborted: the one who waits looks at the signal.
    }
  },
  random: () => Math.random(),
};
