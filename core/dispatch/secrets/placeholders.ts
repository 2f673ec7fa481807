/** What a model writes to have a secret put in. Anything but parentheses and line ends counts as the name. */
const PLACEHOLDER = /§§secret\((?<name>[^()\r\n]{0,200})\)/g;
const MARK = "§§secret(";

export type Resolution =
  /** `value` is the given one itself where it has no placeholder, else a copy. */
  | { readonly kind: "resolved"; readonly value: unknown }
  | {
      readonly kind: "unknown_secret";
      /** The names that were asked for in vain. */
      readonly missing: readonly string[];
      /** The names there are. Never values. */
      readonly names: readonly string[];
    };

/**
 * Puts the values of secrets in the place of `§§secret(NAME)`, at any depth, also inside longer texts. Keys are left
 * alone, and so are objects other than arrays, plain objects, Maps and Sets. A value that was put in is not looked at
 * again.
 *
 * @param value - arguments of a call
 * @param secrets - name → value
 */
export function resolvePlaceholders(
  value: unknown,
  secrets: ReadonlyMap<string, string>,
): Resolution {
  const asked = namesIn(value);
  if (asked.size === 0) return { kind: "resolved", value };
  const missing = [...asked].filter((name) => !secrets.has(name));
  if (missing.length > 0)
    return { kind: "unknown_secret", missing, names: [...secrets.keys()].sort() };
  return { kind: "resolved", value: fill(value, secrets) };
}

function namesIn(value: unknown): Set<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item === "string") {
      if (item.includes(MARK)) {
        for (const match of item.matchAll(PLACEHOLDER)) names.add(nameOf(match.groups));
      }
    } else if (isContainer(item) && !seen.has(item)) {
      seen.add(item);
      for (const below of itemsOf(item)) open.push(below);
    }
  }
  return names;
}

function nameOf(groups: Readonly<Record<string, string>> | undefined): string {
  return (groups?.["name"] ?? "").trim();
}

type Container = unknown[] | Map<unknown, unknown> | Set<unknown> | Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value) || value instanceof Map || value instanceof Set) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function itemsOf(container: Container): Iterable<unknown> {
  if (Array.isArray(container)) return container;
  if (container instanceof Map || container instanceof Set) return container.values();
  return Object.values(container);
}

/** Copies without recursion: depth and circles are whatever the arguments bring. */
function fill(value: unknown, secrets: ReadonlyMap<string, string>): unknown {
  const copies = new Map<Container, Container>();
  const open: (readonly [from: Container, to: Container])[] = [];
  const copy = (item: unknown): unknown => {
    if (typeof item === "string") return fillText(item, secrets);
    if (!isContainer(item)) return item;
    const known = copies.get(item);
    if (known !== undefined) return known;
    const made = emptyLike(item);
    copies.set(item, made);
    open.push([item, made]);
    return made;
  };
  const filled = copy(value);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    if (Array.isArray(from) && Array.isArray(to)) {
      for (const item of from) to.push(copy(item));
    } else if (from instanceof Map && to instanceof Map) {
      for (const [key, item] of from) to.set(key, copy(item));
    } else if (from instanceof Set && to instanceof Set) {
      for (const item of from) to.add(copy(item));
    } else {
      for (const [key, item] of Object.entries(from)) {
        const made = copy(item);
        // Also sets `__proto__` as a plain key.
        Object.defineProperty(to, key, {
          value: made,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
    }
  }
  return filled;
}

function emptyLike(container: Container): Container {
  if (Array.isArray(container)) return [];
  if (container instanceof Map) return new Map();
  if (container instanceof Set) return new Set();
  return Object.getPrototypeOf(container) === null
    ? (Object.create(null) as Record<string, unknown>)
    : {};
}

function fillText(text: string, secrets: ReadonlyMap<string, string>): string {
  if (!text.includes(MARK)) return text;
  return text.replace(
    PLACEHOLDER,
    (whole: string, name: string) => secrets.get(name.trim()) ?? whole,
  );
}
