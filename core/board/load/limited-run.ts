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
export function runLimited<T>(work: () => T, limitMs: number): T {
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

function isTimeout(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
