/** A queue between what makes events and the one who reads them. Pushing never waits. */
export type Channel<T> = {
  push(item: T): void;
  /** No more comes; what is queued is still read. Later pushes are dropped. */
  end(): void;
  /** The next item, or null when the channel has ended and is empty. One reader. */
  next(): Promise<T | null>;
};

export function createChannel<T extends object>(): Channel<T> {
  let queue: T[] = [];
  let from = 0;
  let ended = false;
  let wake: (() => void) | null = null;
  const ring = () => {
    wake?.();
    wake = null;
  };
  return {
    push(item) {
      if (ended) return;
      queue.push(item);
      ring();
    },
    end() {
      ended = true;
      ring();
    },
    async next() {
      for (;;) {
        const item = queue[from];
        if (item !== undefined) {
          from += 1;
          if (from === queue.length) {
            queue = [];
            from = 0;
          }
          return item;
        }
        if (ended) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
