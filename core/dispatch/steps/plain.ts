/** How deep data is shown; what lies deeper is left out, and said so. */
const DEEPEST = 40;

/**
 * Anything as plain data that JSON can hold, so that nothing is lost silently and nothing throws: circles, bigints,
 * functions, getters that throw, maps and errors become a text or data that says what they are.
 *
 * @param text - is applied to every text on the way, keys included: the secret mask
 */
export function plain(value: unknown, text: (text: string) => string = (same) => same): unknown {
  return new Plainer(text).value(value, []);
}

class Plainer {
  readonly #text: (text: string) => string;

  constructor(text: (text: string) => string) {
    this.#text = text;
  }

  value(value: unknown, above: readonly object[]): unknown {
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "number":
        return this.#number(value);
      case "boolean":
        return value;
      case "bigint":
      case "symbol":
        return this.#text(String(value));
      case "undefined":
        return null;
      case "function":
        return "(a function)";
      case "object":
        return value === null ? null : this.#object(value, above);
    }
  }

  /** A number can be a secret too: it then becomes the masked text. */
  #number(value: number): unknown {
    const written = String(value);
    const shown = this.#text(written);
    return shown === written && Number.isFinite(value) ? value : shown;
  }

  #object(value: object, above: readonly object[]): unknown {
    if (above.includes(value)) return "(circular)";
    if (above.length >= DEEPEST) return "(nested too deep)";
    const below = [...above, value];
    try {
      if (Array.isArray(value)) return value.map((item: unknown) => this.value(item, below));
      if (value instanceof Map) return this.#entries([...value], below);
      if (value instanceof Set) return [...value].map((item) => this.value(item, below));
      if (value instanceof Error) return this.#error(value, below);
      if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) {
        return `(${value.byteLength} bytes)`;
      }
      const toJson: unknown = Reflect.get(value, "toJSON");
      if (typeof toJson === "function") {
        const said: unknown = Reflect.apply(toJson, value, [""]);
        return said === value ? this.#record(value, below) : this.value(said, below);
      }
      if (value instanceof RegExp) return this.#text(String(value));
      return this.#record(value, below);
    } catch {
      return "(can not be read)";
    }
  }

  #entries(entries: readonly (readonly [unknown, unknown])[], below: readonly object[]): unknown {
    if (entries.every(([key]) => typeof key === "string")) {
      return Object.fromEntries(
        entries.map(([key, item]) => [this.#text(String(key)), this.value(item, below)]),
      );
    }
    return entries.map(([key, item]) => [this.value(key, below), this.value(item, below)]);
  }

  #error(error: Error, below: readonly object[]): unknown {
    const { name, message, cause } = error;
    return {
      error: this.#text(`${name}: ${message}`),
      ...(cause === undefined ? {} : { cause: this.value(cause, below) }),
    };
  }

  #record(value: object, below: readonly object[]): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) {
      const item = this.#property(value, key, below);
      if (item === undefined) continue;
      // Assigning to __proto__ would set the prototype instead of a key.
      Object.defineProperty(copy, this.#text(key), {
        value: item,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return copy;
  }

  #property(value: object, key: string, below: readonly object[]): unknown {
    try {
      const item: unknown = Reflect.get(value, key);
      return item === undefined || typeof item === "function" ? undefined : this.value(item, below);
    } catch {
      return "(can not be read)";
    }
  }
}
