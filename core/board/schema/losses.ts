/** A part of a schema that the model is not told, or not told exactly. The live schema still validates it. */
export type Loss = {
  /** Dotted, `filter.tags[]`; empty for the arguments as a whole. */
  readonly field: string;
  /** What it is, or what stands in the way: a date, a reference to nothing. */
  readonly what: string;
};

/** Collects losses while a schema is converted; the same one is kept once. */
export class Losses {
  readonly #found = new Map<string, Loss>();

  add(field: string, what: string): void {
    this.#found.set(`${field}\n${what}`, { field, what });
  }

  list(): Loss[] {
    return [...this.#found.values()];
  }
}
