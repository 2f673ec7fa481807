/** Stops a clock; what it returns lets it run on. For the time in which somebody waits for a person. */
export type Hold = () => () => void;

/** The time limit of one call. It stands still while it is held, unless it must not. */
export class Clock {
  readonly #over: (limit: number) => void;
  #limit = 0;
  #remaining = 0;
  #since = 0;
  #started = false;
  #holds = 0;
  #strict = false;
  #timer: NodeJS.Timeout | null = null;

  /** @param over - is told once when `limit` milliseconds have been counted */
  constructor(over: (limit: number) => void) {
    this.#over = over;
  }

  /** It has been started and not stopped, whether or not it is held. */
  get started(): boolean {
    return this.#started;
  }

  /** Counts from here on. */
  start(limit: number): void {
    this.stop();
    this.#limit = limit;
    this.#remaining = limit;
    this.#started = true;
    this.#update();
  }

  stop(): void {
    this.#started = false;
    this.#update();
  }

  readonly hold: Hold = () => {
    this.#holds += 1;
    this.#update();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      this.#update();
    };
  };

  /** While this is on, nobody can hold it. */
  set strict(strict: boolean) {
    this.#strict = strict;
    if (this.#holds > 0) this.#update();
  }

  #update(): void {
    const counts = this.#started && (this.#strict || this.#holds === 0);
    if (counts === (this.#timer !== null)) return;
    if (counts) {
      this.#since = performance.now();
      this.#timer = setTimeout(() => this.#over(this.#limit), Math.max(0, this.#remaining));
    } else if (this.#timer !== null) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#remaining -= performance.now() - this.#since;
    }
  }
}
