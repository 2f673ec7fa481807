import { setImmediate } from "node:timers";
import { Script } from "node:vm";

const SLOT = Symbol.for("pegboard.limited-run");

let runner: Script | undefined;

/** Code ran longer than it may, without ever giving the event loop a turn. */
export class RunLimitReached extends Error {
  override readonly name = "RunLimitReached";
}

/**
 * Calls `work`, and stops it when it does not return in time, which nothing but `node:vm` can do to synchronous code.
 *
 * Code that is stopped runs no `finally`, so `work` must not go through an async scope of Node's (`AsyncResource`): one
 * that is left halfway ends the process.
 *
 * @param limitMs - milliseconds
 * @throws RunLimitReached when the time is over; otherwise what `work` throws
 */
function runLimited<T>(work: () => T, limitMs: number): T {
  runner ??= new Script(`globalThis[Symbol.for(${JSON.stringify(SLOT.description)})]()`);
  const outcome: { value?: T } = {};
  Reflect.set(globalThis, SLOT, () => {
    Reflect.deleteProperty(globalThis, SLOT);
    outcome.value = work();
  });
  try {
    runner.runInThisContext({ timeout: limitMs, displayErrors: false });
  } catch (error) {
    if (isTimeout(error)) throw new RunLimitReached(`ran longer than ${limitMs} ms`);
    throw error;
  }
  return outcome.value as T;
}

type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

type Job = {
  /** Runs the work; never throws, unless it is stopped. */
  begin(): void;
  /** Tells whoever waits what came of it, or what stopped it. */
  end(stopped: unknown): void;
};

/** The part of the limit that runs before one may take, so that what comes after it in one watch still has nearly all of it. */
const SHARE = 1 / 20;

/**
 * Runs one work after another, each stopped when it does not return in time. What is ready at the same moment is watched
 * at one go, because beginning to watch takes longer than most of it.
 */
export class LimitedRuns {
  readonly #limitMs: number;
  /** As it was before any of the code ran, which may put another in its place. */
  readonly #now = performance.now.bind(performance);
  #jobs: Job[] = [];

  /** @param limitMs - milliseconds for each */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /**
   * Calls `work` soon.
   *
   * @throws RunLimitReached, or what `work` throws
   */
  async soon<T>(work: () => T): Promise<T> {
    const outcome = await new Promise<Outcome<T>>((resolve, reject) => {
      let found: Outcome<T> | undefined;
      if (this.#jobs.length === 0) setImmediate(() => this.#runAll());
      this.#jobs.push({
        begin() {
          try {
            found = { value: work() };
          } catch (error) {
            found = { thrown: error };
          }
        },
        end: (stopped) => (found ? resolve(found) : reject(stopped)),
      });
    });
    if ("thrown" in outcome) throw outcome.thrown;
    return outcome.value;
  }

  /** Calls `work` now. */
  now<T>(work: () => T): T {
    return runLimited(work, this.#limitMs);
  }

  #runAll(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    let at = 0;
    while (at < jobs.length) {
      const first = at;
      const stopped = this.#watch(() => {
        const started = this.#now();
        while (at < jobs.length && this.#now() - started < this.#limitMs * SHARE) {
          jobs[at]?.begin();
          at += 1;
        }
      });
      // The one under way when the time was over.
      if (stopped !== null) at += 1;
      for (const job of jobs.slice(first, at)) job.end(stopped);
    }
  }

  /** @returns what stopped the work, or null. Whatever that is, those that wait for others must hear of theirs. */
  #watch(work: () => void): unknown {
    try {
      runLimited(work, this.#limitMs);
      return null;
    } catch (error) {
      return error;
    }
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
