/** One after the other, in the order of asking. */
export type Turns = {
  begin(): Promise<void>;
  end(): void;
};

/** The turns of each file, as long as somebody holds them. */
const OF_FILE = new Map<string, WeakRef<Turns>>();

/** The turns that all connections of this process to a file share. */
export function turnsOf(file: string): Turns {
  const known = OF_FILE.get(file)?.deref();
  if (known) return known;
  const turns = makeTurns();
  OF_FILE.set(file, new WeakRef(turns));
  return turns;
}

/** Turns of a database that nobody else opens. */
export function makeTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    begin() {
      if (taken) return new Promise((resolve) => waiting.push(resolve));
      taken = true;
      return Promise.resolve();
    },
    end() {
      const next = waiting.shift();
      if (next) next();
      else taken = false;
    },
  };
}
