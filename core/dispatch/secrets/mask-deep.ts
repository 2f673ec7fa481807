import { types } from "node:util";
import { WITHHELD } from "./withheld.ts";

/** Deeper than this, and beyond this many values, data is left out: it may be without end. */
const MAX_DEPTH = 100;
const MAX_VALUES = 200_000;

type Walk = {
  readonly mask: (text: string) => string;
  /** What has been copied, or is being copied. */
  readonly copies: Map<object, unknown>;
  left: number;
};

/**
 * A copy of `value` in which every text is masked: values and keys, at any depth, also in Maps, Sets, Errors and numbers.
 * A circle is cut; what can not be read (a getter that throws) is withheld. Never throws.
 *
 * @param mask - masks one text
 */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  return copy(value, { mask, copies: new Map(), left: MAX_VALUES }, 0);
}

function copy(value: unknown, walk: Walk, depth: number): unknown {
  switch (typeof value) {
    case "string":
      return walk.mask(value);
    case "number":
    case "bigint":
      return sameOrText(value, String(value), walk);
    case "symbol":
    case "function":
      return `[${typeof value}]`;
    case "boolean":
    case "undefined":
      return value;
    case "object":
      return value === null ? null : copyObject(value, walk, depth);
  }
}

function copyObject(value: object, walk: Walk, depth: number): unknown {
  if (walk.copies.has(value)) return walk.copies.get(value);
  walk.left--;
  if (depth >= MAX_DEPTH || walk.left < 0) return "[left out: too deep or too large]";
  walk.copies.set(value, "[circular]");
  let made: unknown;
  try {
    made = copyOf(value, walk, depth + 1);
  } catch {
    made = WITHHELD;
  }
  walk.copies.set(value, made);
  return made;
}

function copyOf(value: object, walk: Walk, depth: number): unknown {
  if (Array.isArray(value)) return value.map((item) => copy(item, walk, depth));
  if (value instanceof Map) {
    return new Map(
      [...value].map(([key, item]) => [copy(key, walk, depth), copy(item, walk, depth)]),
    );
  }
  if (value instanceof Set) return new Set([...value].map((item) => copy(item, walk, depth)));
  if (value instanceof Error || types.isNativeError(value)) return copyError(value, walk, depth);
  if (value instanceof Date) return sameOrText(value, JSON.stringify(value), walk);
  if (value instanceof RegExp) return walk.mask(String(value));
  if (ArrayBuffer.isView(value) || types.isAnyArrayBuffer(value)) return copyBytes(value, walk);
  const toJSON: unknown = Reflect.get(value, "toJSON");
  if (typeof toJSON === "function") return copy(Reflect.apply(toJSON, value, [""]), walk, depth);
  const made: Record<string, unknown> = {};
  copyProperties(value, Object.keys(value), made, walk, depth);
  return made;
}

/** Keeps the kind of error (its prototype and its brands), so that it is still recognised. */
function copyError(error: Error, walk: Walk, depth: number): Error {
  const made = new Error();
  Object.setPrototypeOf(made, Object.getPrototypeOf(error));
  for (const brand of Object.getOwnPropertySymbols(error)) {
    if (Reflect.get(error, brand) === true) define(made, brand, true);
  }
  const keys = new Set(["message", "stack", ...Object.getOwnPropertyNames(error)]);
  copyProperties(error, [...keys], made, walk, depth);
  return made;
}

function copyProperties(
  from: object,
  keys: readonly string[],
  to: object,
  walk: Walk,
  depth: number,
): void {
  for (const key of keys) {
    let item: unknown;
    try {
      item = copy(Reflect.get(from, key), walk, depth);
    } catch {
      item = WITHHELD;
    }
    define(to, freeKey(to, walk.mask(key), key), item);
  }
}

/** Two keys may be masked as one text; neither may take the other's place. */
function freeKey(to: object, masked: string, key: string): string {
  if (masked === key) return key;
  let free = masked;
  for (let n = 2; Object.hasOwn(to, free); n++) free = `${masked} (${n})`;
  return free;
}

/** Also sets `__proto__` as a plain key. */
function define(to: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(to, key, { value, enumerable: true, configurable: true, writable: true });
}

function sameOrText<T>(value: T, text: string, walk: Walk): T | string {
  const masked = walk.mask(text);
  return masked === text ? value : masked;
}

function copyBytes(value: ArrayBufferView | ArrayBufferLike, walk: Walk): unknown {
  const bytes = ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Buffer.from(value);
  return sameOrText(value, bytes.toString("latin1"), walk) === value &&
    sameOrText(value, bytes.toString("utf8"), walk) === value
    ? value
    : WITHHELD;
}
