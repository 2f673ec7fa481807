import { AsyncLocalStorage } from "node:async_hooks";
import { leaveExitsToOthers } from "../../board/load/tool-exits.ts";
import { thrownText } from "../wording.ts";

/** Knows of whatever goes wrong in this thread which call it comes from. */
export type CallGuard<C> = {
  /** Runs what belongs to a call, with all that it sets going. */
  run<T>(call: C, work: () => T): T;
};

/**
 * Guards the calls of a worker from one another: what would end the thread (`process.exit`, an error that nothing
 * catches) is laid to the call that it comes from, and the thread goes on. What comes from no call still ends it.
 *
 * @param failed - is told the call, and what it did; completes "its worker stopped because …"
 */
export function guardCalls<C>(failed: (call: C, why: string) => void): CallGuard<C> {
  const current = new AsyncLocalStorage<C>();
  const { exit, kill } = process;
  leaveExitsToOthers();

  const blame = (why: string): boolean => {
    const call = current.getStore();
    if (call === undefined) return false;
    failed(call, why);
    return true;
  };

  process.exit = (code) => {
    const why = `a tool in it called process.exit(${code ?? ""})`;
    // Whoever ends the process expects that nothing of him runs on.
    if (blame(why)) throw new Error(why);
    return exit.call(process, code);
  };
  process.kill = (pid, signal) => {
    if (signal !== 0 && (pid === 0 || Math.abs(pid) === process.pid)) {
      throw new Error("a tool in a worker can not end the process");
    }
    return kill.call(process, pid, signal);
  };
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => {
      if (!blame(`nothing caught an error: ${thrownText(error)}`)) throw error;
    });
  }
  return { run: (call, work) => current.run(call, work) };
}
