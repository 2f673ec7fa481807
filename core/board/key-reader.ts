import type { FileProblem } from "./file-error.ts";
import { nearNames } from "./suggest.ts";
import { isMapping } from "./mapping.ts";
import type { KeyPath } from "./yaml-text.ts";

/** Keys and values out of a file, with the lines they stand on. */
export type KeySource = {
  readonly data: Readonly<Record<string, unknown>>;
  lineOf(path: KeyPath): number;
};

export type Fail = (problem: FileProblem) => never;

type Mapping = { readonly value: Readonly<Record<string, unknown>>; readonly path: KeyPath };

/**
 * Reads the keys of a file that people write. A wrong value fails with its line and what was expected; `end` fails for
 * every key that nobody has asked for. By hand and not with zod, which takes as long to import as the rest of a start.
 */
export class KeyReader {
  readonly #source: KeySource;
  readonly #fail: Fail;
  readonly #mapping: Mapping;
  readonly #known = new Set<string>();

  constructor(source: KeySource, fail: Fail, mapping: Mapping = { value: source.data, path: [] }) {
    this.#source = source;
    this.#fail = fail;
    this.#mapping = mapping;
  }

  /**
   * Any value.
   *
   * @param expected - completes "must be …"
   * @param parse - undefined where the value is not what was expected
   * @returns undefined where the key is absent
   */
  take<T>(
    key: string,
    expected: string,
    parse: (value: unknown) => T | undefined,
    hint: string | null = null,
  ): T | undefined {
    this.#known.add(key);
    if (!Object.hasOwn(this.#mapping.value, key)) return undefined;
    const value = this.#mapping.value[key];
    const parsed = parse(value);
    if (parsed !== undefined) return parsed;
    return this.#fail({
      problem: `${this.#name(key)} must be ${expected}; found ${shown(value)}.`,
      hint,
      line: this.#line(key),
      column: null,
    });
  }

  text(key: string): string | undefined {
    return this.take(key, "text", (value) => (typeof value === "string" ? value : undefined));
  }

  flag(key: string): boolean | undefined {
    return this.take(key, "true or false", (value) =>
      typeof value === "boolean" ? value : undefined,
    );
  }

  wholeNumber(key: string, least: number): number | undefined {
    return this.take(key, `a whole number, ${least} or more`, (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= least
        ? value
        : undefined,
    );
  }

  oneOf<const T extends string>(key: string, values: readonly T[]): T | undefined {
    return this.take(key, alternatives(values), (value) => values.find((one) => one === value));
  }

  /** A mapping with keys of its own, all of which `read` asks for. */
  mapping<T>(key: string, read: (keys: KeyReader) => T): T | undefined {
    const value = this.take(key, "a mapping of keys and values", (found) =>
      isMapping(found) ? found : undefined,
    );
    if (value === undefined) return undefined;
    const keys = new KeyReader(this.#source, this.#fail, { value, path: this.#path(key) });
    const result = read(keys);
    keys.end();
    return result;
  }

  /** A mapping with keys of any name, each read by `read`. */
  entries<T>(key: string, read: (keys: KeyReader, name: string) => T | undefined): [string, T][] {
    return (
      this.mapping(key, (keys) =>
        Object.keys(keys.#mapping.value).flatMap((name): [string, T][] => {
          const value = read(keys, name);
          return value === undefined ? [] : [[name, value]];
        }),
      ) ?? []
    );
  }

  /** Fails for the first key that was not asked for. */
  end(): void {
    const unknown = Object.keys(this.#mapping.value).find((key) => !this.#known.has(key));
    if (unknown === undefined) return;
    const near = nearNames(unknown, this.#known);
    this.#fail({
      problem: `${this.#name(unknown)} is not a key that is known here.`,
      hint:
        near.length > 0
          ? `Did you mean ${alternatives(near)}?`
          : `Known are ${[...this.#known].sort().join(", ")}.`,
      line: this.#line(unknown),
      column: null,
    });
  }

  #path(key: string): KeyPath {
    return [...this.#mapping.path, key];
  }

  #name(key: string): string {
    const name = this.#path(key).join(".");
    return `\`${name.length > 120 ? `${name.slice(0, 120)}…` : name}\``;
  }

  #line(key: string): number {
    return this.#source.lineOf(this.#path(key));
  }
}

/** `` `a`, `b` or `c` `` */
export function alternatives(values: readonly string[]): string {
  const quoted = values.map((value) => `\`${value}\``);
  const last = quoted.pop() ?? "nothing";
  return quoted.length > 0 ? `${quoted.join(", ")} or ${last}` : last;
}

/** A value of a file as an error message can hold it: on one line and bounded. */
function shown(value: unknown): string {
  if (value === null) return "nothing";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
