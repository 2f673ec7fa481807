/** What a person does to a running turn without stopping it. */
export type Steering = {
  /** Says something that takes effect before the next call of the model. */
  steer(text: string): void;
  /** Holds the turn before its next call of the model. */
  pause(): void;
  resume(): void;
  readonly paused: boolean;
  /** Whether something was said that the model has not been told yet. */
  readonly waiting: boolean;
  /** Takes what was said, oldest first. */
  take(): string[];
  /** Resolves when the turn may go on, or when `signal` aborts. */
  mayGoOn(signal: AbortSignal): Promise<void>;
};

export function createSteering(): Steering {
  let said: string[] = [];
  let paused = false;
  const waiters = new Set<() => void>();
  async function mayGoOn(signal: AbortSignal): Promise<void> {
    if (!paused || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        waiters.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      waiters.add(wake);
      signal.addEventListener("abort", wake, { once: true });
    });
    // It may have been paused again meanwhile.
    return mayGoOn(signal);
  }

  return {
    steer(text) {
      said.push(text);
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      for (const wake of waiters) wake();
    },
    get paused() {
      return paused;
    },
    get waiting() {
      return said.length > 0;
    },
    take() {
      const taken = said;
      said = [];
      return taken;
    },
    mayGoOn,
  };
}
