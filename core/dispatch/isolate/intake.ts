/** No call is taken up any more. Calls are numbered from 1. */
const CLOSED = -1;

/**
 * Which calls a worker has taken up, known to both threads at every moment, also when the worker is blocked or has died:
 * only what was certainly not begun may be given to another worker.
 *
 * Calls reach a worker in ascending order, so the number of the last one says it all.
 */
export type Intake = {
  readonly memory: SharedArrayBuffer;
  /** In the worker: takes a call up. False: the call is not this worker's any more. */
  takeUp(call: number): boolean;
  /** In the main thread: whether the call has been taken up. */
  hasTakenUp(call: number): boolean;
  /** In the main thread: from here on nothing more is taken up. May be called again. */
  close(): void;
};

export function createIntake(memory = new SharedArrayBuffer(4)): Intake {
  const word = new Int32Array(memory);
  /** The last call that was taken up before it was closed. */
  let closedAt: number | null = null;
  return {
    memory,
    takeUp(call) {
      const last = Atomics.load(word, 0);
      return last !== CLOSED && Atomics.compareExchange(word, 0, last, call) === last;
    },
    hasTakenUp: (call) => call <= (closedAt ?? Atomics.load(word, 0)),
    close() {
      closedAt ??= Atomics.exchange(word, 0, CLOSED);
    },
  };
}
