/**
 * One text for arguments that mean the same: keys in code-unit order at every depth, so `{a, b}` and `{b, a}` are equal.
 * Never throws; what JSON can not hold (a bigint, a function, a circle, a date) gets a text of its own kind.
 */
export function canonical(value: unknown): string {
  return write(value, []);
}

function write(value: unknown, above: readonly object[]): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "number":
      return Object.is(value, -0) ? "0" : String(value);
    case "boolean":
      return String(value);
    case "bigint":
      return `${value}n`;
    case "undefined":
    case "function":
    case "symbol":
      return typeof value;
    case "object":
      return value === null ? "null" : writeObject(value, above);
  }
}

function writeObject(value: object, above: readonly object[]): string {
  if (above.includes(value)) return "circle";
  const below = [...above, value];
  try {
    if (Array.isArray(value)) return `[${value.map((item) => write(item, below)).join()}]`;
    if (value instanceof Date) return `date:${value.getTime()}`;
    if (value instanceof Map) return `map:${write([...value], below)}`;
    if (value instanceof Set) return `set:${write([...value], below)}`;
    if (value instanceof URL || value instanceof RegExp) return JSON.stringify(String(value));
    const keys = Object.keys(value).sort();
    // A key without a value is as good as absent: JSON would leave it out.
    const parts = keys.flatMap((key) => {
      const item: unknown = Reflect.get(value, key);
      return item === undefined ? [] : [`${JSON.stringify(key)}:${write(item, below)}`];
    });
    return `{${parts.join()}}`;
  } catch {
    return "unreadable";
  }
}
