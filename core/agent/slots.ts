/** Lets only so many run at the same time; the others wait in the order they came. */
export type Slots = {
  /** Resolves with what gives the place back, or null when `signal` aborts before there was a place. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
};

/** @param places - at least 1 */
export function createSlots(places: number): Slots {
  let free = places;
  const queue: (() => void)[] = [];
  const give = () => {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = queue.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
  return {
    async take(signal) {
      if (signal.aborted) return null;
      if (free > 0) {
        free -= 1;
        return give();
      }
      return new Promise((resolve) => {
        const enter = () => {
          signal.removeEventListener("abort", leave);
          resolve(give());
        };
        const leave = () => {
          queue.splice(queue.indexOf(enter), 1);
          resolve(null);
        };
        queue.push(enter);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}
