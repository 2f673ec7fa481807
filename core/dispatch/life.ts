import { Clock } from "./clock.ts";
import type { Hold } from "./clock.ts";

export type { Hold };

/** What ends a call before its tool does. */
export type Interruption =
  | { readonly kind: "stopped"; readonly reason: string }
  | { readonly kind: "timeout"; readonly limit: number };

/** What came of foreign code. `abandoned`: it was given up, and what it still does is of no consequence. */
export type Raced<T> =
  | { readonly kind: "settled"; readonly value: T }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "abandoned" };

export type Grace = {
  /** Milliseconds that the work has after an interruption before it is abandoned. */
  readonly ms: number;
  /** Is told when abandoned work settles after all. */
  readonly late?: (outcome: "settled" | "threw") => void;
};

/**
 * One call from its beginning to its result: its stop, its time limit, its signal. Everything foreign that a call waits
 * for is raced against it, so that no call can be left without an end.
 */
export class CallLife {
  readonly #outer: Hold | null;
  readonly #clock = new Clock((limit) => this.interrupt({ kind: "timeout", limit }));
  #interruption: Interruption | null = null;
  #over = false;
  /** Made only when somebody asks for the signal: most tools never do. */
  #controller: AbortController | null = null;
  #giveUp: (() => void) | null = null;
  readonly #leavers = new Set<() => void>();

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
    this.#clock.stop();
    // The waiting first: a listener of the signal may do anything.
    this.#giveUp?.();
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

  /** A time limit is running, or held. */
  get timed(): boolean {
    return this.#clock.started;
  }

  /** The clock runs from here on; when `limit` milliseconds are over, the call is interrupted. */
  startClock(limit: number): void {
    this.#clock.start(limit);
  }

  stopClock(): void {
    this.#clock.stop();
  }

  /** Stops the clock while a person is waited for, also that of the calls around this one. */
  hold: Hold = () => {
    const outer = this.#outer?.();
    const own = this.#clock.hold();
    return () => {
      own();
      outer?.();
    };
  };

  /**
   * Runs a step of the tool. What it gives back may be anything, at any time or never. While it waits for a person, its
   * clock stands still.
   */
  raceTool<T>(work: () => T | PromiseLike<T>, grace: Grace): Raced<T> | Promise<Raced<T>> {
    return this.#race(work, grace);
  }

  /**
   * Runs foreign code around the tool: an extension, a schema. It is abandoned at once when the call is interrupted, and
   * its time runs whatever questions the tool may have left open: nobody answers them to end this.
   */
  race<T>(work: () => T | PromiseLike<T>): Raced<T> | Promise<Raced<T>> {
    const racing = this.#race(work, AT_ONCE);
    return racing instanceof Promise ? this.#strictly(racing) : racing;
  }

  async #strictly<T>(racing: Promise<T>): Promise<T> {
    this.#clock.strict = true;
    const raced = await racing;
    this.#clock.strict = false;
    return raced;
  }

  #race<T>(work: () => T | PromiseLike<T>, grace: Grace): Raced<T> | Promise<Raced<T>> {
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
        this.#giveUp = null;
        if (timer !== null) clearTimeout(timer);
        resolve(raced);
      };
      this.#giveUp = (): void => {
        if (grace.ms === 0) finish({ kind: "abandoned" });
        else timer = setTimeout(() => finish({ kind: "abandoned" }), grace.ms);
      };
      Promise.resolve(pending).then(
        (value) => (open ? finish({ kind: "settled", value }) : grace.late?.("settled")),
        (error: unknown) => (open ? finish({ kind: "threw", error }) : grace.late?.("threw")),
      );
      if (this.#interruption !== null) this.#giveUp();
    });
  }

  /** The call has its result. Its signal is left alone unless it was interrupted. */
  end(): void {
    this.#over = true;
    this.#clock.stop();
    this.#giveUp = null;
    this.#leave();
  }

  #leave(): void {
    for (const callback of this.#leavers) callback();
    this.#leavers.clear();
  }
}

const AT_ONCE: Grace = { ms: 0 };

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
