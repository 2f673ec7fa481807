/** How many calls one worker can hold at a time. */
const SLOTS = 4_096;

/**
 * Which calls a worker has received and which it has begun, known to both threads at every moment, also when the worker
 * is blocked or has died: only what was certainly not begun may be given to another worker.
 *
 * Each call has a slot of two words as long as it is there: the number of the call received, and the number of the call
 * that is offered, negative once it is begun. Numbers, from 1 on, are never used twice.
 */
export type Intake = {
  readonly memory: SharedArrayBuffer;
  /** Main thread: offers a call; returns its slot, or null when there is none left. */
  offer(call: number): number | null;
  /** Main thread: the call is over. */
  free(slot: number): void;
  /** Main thread: whether the worker has read the message that holds the call. */
  isReceived(slot: number, call: number): boolean;
  /** Main thread: takes the call back. False: it was begun. */
  revoke(slot: number, call: number): boolean;
  /** Worker: has read the message that holds the call. */
  receive(slot: number, call: number): void;
  /** Worker: is about to run the tool. False: the call is not this worker's any more. */
  begin(slot: number, call: number): boolean;
};

export function createIntake(
  memory = new SharedArrayBuffer(2 * SLOTS * Int32Array.BYTES_PER_ELEMENT),
): Intake {
  const words = new Int32Array(memory);
  const unused: number[] = [];
  let used = 0;
  return {
    memory,
    offer(call) {
      const slot = unused.pop() ?? (used < SLOTS ? used++ : null);
      if (slot !== null) Atomics.store(words, 2 * slot + 1, call);
      return slot;
    },
    free(slot) {
      Atomics.store(words, 2 * slot + 1, 0);
      unused.push(slot);
    },
    isReceived: (slot, call) => Atomics.load(words, 2 * slot) === call,
    revoke: (slot, call) => Atomics.compareExchange(words, 2 * slot + 1, call, 0) !== -call,
    receive: (slot, call) => void Atomics.store(words, 2 * slot, call),
    begin: (slot, call) => Atomics.compareExchange(words, 2 * slot + 1, call, -call) === call,
  };
}
