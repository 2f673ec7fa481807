import { onStopSignals } from "../stop-signals.ts";

/** What stops a turn, and what ends the conversation. */
export type Stopper = {
  /** Aborts when the conversation is to end. */
  readonly leaving: AbortSignal;
  /** A signal for the turn that begins now: aborts when it is to stop. */
  beginTurn(): AbortSignal;
  endTurn(): void;
  /** Ctrl-C: the first stops the turn, the second leaves, the third does not wait for anything. */
  interrupt(): void;
  /** The person goes on talking: the next Ctrl-C is a first one again. */
  goOn(): void;
  leave(): void;
  /** Stops listening to the process's signals. */
  end(): void;
};

/**
 * @param tell - told what Ctrl-C has done, for the person
 */
export function createStopper(tell: (note: string) => void): Stopper {
  const leaving = new AbortController();
  let turn: AbortController | null = null;
  let interrupts = 0;
  const leave = (): void => {
    leaving.abort();
    turn?.abort();
  };
  const interrupt = (): void => {
    interrupts += 1;
    if (interrupts > 2) process.exit(130);
    if (interrupts === 2) return leave();
    if (turn === null) return tell("Ctrl-C again, or Ctrl-D, leaves.");
    tell("Stopping the turn. Ctrl-C again leaves.");
    return turn.abort();
  };
  const signals = onStopSignals((kind) => (kind === "interrupt" ? interrupt() : leave()));
  return {
    leaving: leaving.signal,
    beginTurn() {
      turn = new AbortController();
      if (leaving.signal.aborted) turn.abort();
      return turn.signal;
    },
    endTurn() {
      turn = null;
      // What stopped the turn is done with; the next Ctrl-C must not leave at once.
      if (!leaving.signal.aborted) interrupts = 0;
    },
    interrupt,
    goOn() {
      interrupts = 0;
    },
    leave,
    end: signals.end,
  };
}
