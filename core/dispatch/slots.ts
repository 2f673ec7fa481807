import type { CallLife } from "./life.ts";

/** How many calls may run at the same time. Those that wait begin in the order in which they came. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = Math.max(1, count);
  }

  /**
   * Takes a slot, at once or when one is given back. A call that is interrupted meanwhile waits no longer.
   *
   * @returns whether a slot was taken
   */
  take(life: CallLife): boolean | Promise<boolean> {
    if (life.interruption !== null) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const taken = (): void => {
        forget();
        resolve(true);
      };
      const forget = life.whenDone(() => {
        this.#waiting.delete(taken);
        resolve(false);
      });
      this.#waiting.add(taken);
    });
  }

  give(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#free += 1;
  }
}
