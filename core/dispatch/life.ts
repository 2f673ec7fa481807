/** What ends a call before its tool does. */
export type Interruption =
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "timeout"; readonly limit: number };

/** What came of foreign code. `abandoned`: it was given up, and what it still does is of no consequence. */
export type Raced<T> =
  | { readonly kind: "settled"; readonly value: T }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "abandoned" };

/** Stops a clock; what it returns lets it run on. For the time in which somebody waits for a person. */
export type Hold = () => () => void;

/**
 * One call from its beginning to its result: its stop, its time limit, its signal. Everything foreign that a call waits
 * for is raced against it, so that no call can be left without an end.
 */
export class CallLife {
  readonly #outer: Hold | null;
  #interruption: Interruption | null = null;
  #over = false;
  /** Made only when somebody asks for the signal: most tools never do. */
  #controller: AbortController | null = null;
  #waiter: (() => void) | null = null;
  readonly #leavers = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  #limit = 0;
  #remaining = 0;
  #since = 0;
  #ticking = false;
  #holds = 0;

  /** @param outer - holds the clock of the call that this one is made from */
  constructor(outer: Hold | null = null) {
    this.#outer = outer;
  }

  get interruption(): Interruption | null {
    return this.#interruption;
  }

  /** The call has its result: whatever its tool still does comes too late. */
  get over(): boolean {
    return this.#over;
  }

  /** A time limit is running, or held. */
  get ticking(): boolean {
    return this.#ticking;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#interruption !== null && !this.#controller.signal.aborted) {
      this.#controller.abort(reasonOf(this.#interruption));
    }
    return this.#controller.signal;
  }

  interrupt(interruption: Interruption): void {
    if (this.#interruption !== null || this.#over) return;
    this.#interruption = interruption;
    this.stopClock();
    // The waiter first: a listener of the signal may do anything.
    this.#waiter?.();
    this.#leave();
    this.#controller?.abort(reasonOf(interruption));
  }

  /**
   * Calls back once when the call is interrupted or has its result.
   *
   * @returns a function that takes this back
   */
  whenDone(callback: () => void): () => void {
    this.#leavers.add(callback);
    return () => this.#leavers.delete(callback);
  }

  /** The clock runs from here on; when `limit` milliseconds are over, the call is interrupted. */
  startClock(limit: number): void {
    this.#limit = limit;
    this.#remaining = limit;
    this.#ticking = true;
    if (this.#holds === 0) this.#arm();
  }

  stopClock(): void {
    this.#ticking = false;
    this.#disarm();
  }

  /** Stops the clock while a person is waited for, also that of the calls around this one. */
  hold: Hold = () => {
    const outer = this.#outer?.();
    this.#holds += 1;
    if (this.#holds === 1 && this.#timer !== null) {
      this.#remaining -= performance.now() - this.#since;
      this.#disarm();
    }
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0 && this.#ticking) this.#arm();
      outer?.();
    };
  };

  /**
   * Runs foreign code. What it gives back may be anything, at any time or never.
   *
   * @param grace - milliseconds that it has after an interruption before it is abandoned
   * @param late - is told when abandoned work settles after all
   */
  race<T>(
    work: () => T | PromiseLike<T>,
    grace: number,
    late?: (outcome: "settled" | "threw") => void,
  ): Raced<T> | Promise<Raced<T>> {
    let pending: PromiseLike<T>;
    try {
      const begun = work();
      if (!isThenable(begun)) return { kind: "settled", value: begun };
      pending = begun;
    } catch (error) {
      return { kind: "threw", error };
    }
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | null = null;
      let open = true;
      const finish = (raced: Raced<T>): void => {
        open = false;
        this.#waiter = null;
        if (timer !== null) clearTimeout(timer);
        resolve(raced);
      };
      const giveUp = (): void => {
        if (open) timer = setTimeout(() => finish({ kind: "abandoned" }), grace);
      };
      this.#waiter = giveUp;
      Promise.resolve(pending).then(
        (value) => (open ? finish({ kind: "settled", value }) : late?.("settled")),
        (error: unknown) => (open ? finish({ kind: "threw", error }) : late?.("threw")),
      );
      if (this.#interruption !== null) giveUp();
    });
  }

  /** The call has its result. Its signal is left alone unless it was interrupted. */
  end(): void {
    this.#over = true;
    this.stopClock();
    this.#waiter = null;
    this.#leave();
  }

  #leave(): void {
    for (const callback of this.#leavers) callback();
    this.#leavers.clear();
  }

  #arm(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(
      () => this.interrupt({ kind: "timeout", limit: this.#limit }),
      Math.max(0, this.#remaining),
    );
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function reasonOf(interruption: Interruption): DOMException {
  return interruption.kind === "timeout"
    ? new DOMException(`The call took longer than ${interruption.limit} ms.`, "TimeoutError")
    : new DOMException(interruption.reason, "AbortError");
}

/** A `then` that can not be read throws here, where the caller catches it. */
function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return (
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    typeof Reflect.get(value, "then") === "function"
  );
}
