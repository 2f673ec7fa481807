/** JSON with the place of every key and value, so that a finding can name the line. */
export type JsonNode =
  | {
      readonly kind: "object";
      readonly start: number;
      readonly end: number;
      readonly entries: readonly JsonEntry[];
    }
  | {
      readonly kind: "array";
      readonly start: number;
      readonly end: number;
      readonly items: readonly JsonNode[];
    }
  | {
      readonly kind: "scalar";
      readonly start: number;
      readonly end: number;
      readonly value: string | number | boolean | null;
    };

export type JsonEntry = {
  readonly key: string;
  readonly keyStart: number;
  readonly value: JsonNode;
};

export type JsonReading =
  | { readonly ok: true; readonly values: readonly JsonNode[] }
  | { readonly ok: false; readonly offset: number; readonly message: string };

class Unexpected extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

/** Reads the JSON values that stand one after the other in `text`. Strict: what `JSON.parse` refuses is refused. */
export function readJson(text: string): JsonReading {
  const values: JsonNode[] = [];
  try {
    let at = skipSpace(text, 0);
    while (at < text.length) {
      const value = readValue(text, at, 0);
      values.push(value);
      at = skipSpace(text, value.end);
    }
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    return { ok: false, offset: error.offset, message: error.message };
  }
  return { ok: true, values };
}

const MAX_DEPTH = 200;

function readValue(text: string, start: number, depth: number): JsonNode {
  if (depth > MAX_DEPTH) throw new Unexpected(start, "nested too deeply");
  const char = text[start];
  if (char === "{") return readObject(text, start, depth);
  if (char === "[") return readArray(text, start, depth);
  const found = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  found.lastIndex = start;
  const raw = found.exec(text)?.[0];
  if (raw === undefined) throw new Unexpected(start, `a value was expected${seen(text, start)}`);
  const end = start + raw.length;
  try {
    const value: unknown = JSON.parse(raw);
    if (
      value === null ||
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "boolean"
    ) {
      return { kind: "scalar", start, end, value };
    }
  } catch {
    // falls through to the same answer
  }
  throw new Unexpected(start, `\`${raw.slice(0, 40)}\` is no JSON value`);
}

function readObject(text: string, start: number, depth: number): JsonNode {
  const entries: JsonEntry[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== "}") {
    const key = readValue(text, at, depth + 1);
    if (key.kind !== "scalar" || typeof key.value !== "string") {
      throw new Unexpected(at, "a key in double quotes was expected");
    }
    at = skipSpace(text, key.end);
    if (text[at] !== ":") throw new Unexpected(at, `\`:\` was expected${seen(text, at)}`);
    const value = readValue(text, skipSpace(text, at + 1), depth + 1);
    entries.push({ key: key.value, keyStart: key.start, value });
    at = readSeparator(text, value.end, "}");
  }
  return { kind: "object", start, end: at + 1, entries };
}

function readArray(text: string, start: number, depth: number): JsonNode {
  const items: JsonNode[] = [];
  let at = skipSpace(text, start + 1);
  while (text[at] !== "]") {
    const value = readValue(text, at, depth + 1);
    items.push(value);
    at = readSeparator(text, value.end, "]");
  }
  return { kind: "array", start, end: at + 1, items };
}

/** Past a comma, or to the closing bracket. */
function readSeparator(text: string, from: number, close: string): number {
  const at = skipSpace(text, from);
  if (text[at] === close) return at;
  if (text[at] !== ",") {
    throw new Unexpected(at, `\`,\` or \`${close}\` was expected${seen(text, at)}`);
  }
  const next = skipSpace(text, at + 1);
  if (text[next] === close) throw new Unexpected(at, "a comma before the closing bracket");
  return next;
}

function seen(text: string, at: number): string {
  const char = text[at];
  return char === undefined ? ", and the text ends" : `, not \`${char}\``;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[ \t\n\r]/.test(text[at] ?? "")) at++;
  return at;
}

/** The plain value of a node. Of keys that are there twice the last one counts, as in `JSON.parse`. */
export function jsonValue(node: JsonNode): unknown {
  switch (node.kind) {
    case "scalar":
      return node.value;
    case "array":
      return node.items.map(jsonValue);
    case "object":
      return Object.fromEntries(node.entries.map((e) => [e.key, jsonValue(e.value)]));
  }
}

/** The entry of an object by its key, the last one where there are several. */
export function jsonEntry(node: JsonNode | undefined, key: string): JsonEntry | undefined {
  if (node?.kind !== "object") return undefined;
  return node.entries.findLast((entry) => entry.key === key);
}

/** Where the value at a JSON pointer (`/filter/limit`) stands: its key, or the item itself. */
export function offsetOfPointer(node: JsonNode, pointer: string): number {
  let at = node;
  let offset = node.start;
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replace(/~1/g, "/").replace(/~0/g, "~");
    if (at.kind === "object") {
      const entry = jsonEntry(at, name);
      if (!entry) return offset;
      offset = entry.keyStart;
      at = entry.value;
    } else if (at.kind === "array") {
      const item = at.items[Number(name)];
      if (!item) return offset;
      offset = item.start;
      at = item;
    } else return offset;
  }
  return offset;
}
