import type { JsonSchema } from "../../contract/index.ts";
import type { PlainArgs } from "./parse.ts";

const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"] as const;

type JsonType = (typeof TYPES)[number];

/** Where a schema refers to itself, or alternatives are nested without end, there is nothing unambiguous left to find. */
const DEEPEST = 32;

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Mends what a model sends in the wrong type, where only one reading is possible: `"5"` where a number is wanted, `"true"`
 * for a boolean, the JSON text of an array or object, `null` for an optional field that may not be null.
 *
 * @param args - arguments that do not validate as they stand
 * @param schema - the JSON Schema that the model was shown
 * @returns mended arguments, or `args` itself where there was nothing to mend. What it can not mend it leaves alone
 */
export function coerce(args: PlainArgs, schema: JsonSchema): PlainArgs {
  const coerced = new Coercion(schema).value(args, schema, 0);
  return isRecord(coerced) ? coerced : args;
}

class Coercion {
  readonly #root: JsonSchema;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  value(value: unknown, schema: unknown, depth: number): unknown {
    const resolved = this.#resolve(schema);
    if (resolved === null || depth > DEEPEST) return value;
    const wanted = this.#types(resolved, depth);
    const fitting =
      wanted === null || wanted.has(jsonType(value)) || typeof value !== "string"
        ? value
        : fromText(value, wanted);
    if (!isRecord(fitting) && !Array.isArray(fitting)) return fitting;
    return this.#children(fitting, resolved, depth);
  }

  /** Applies every part of the schema that speaks of what is inside the value. */
  #children(
    value: PlainArgs | readonly unknown[],
    schema: JsonSchema,
    depth: number,
  ): PlainArgs | readonly unknown[] {
    let current = isRecord(value)
      ? this.#properties(value, schema, depth)
      : this.#items(value, schema, depth);
    for (const part of list(schema["allOf"])) {
      const resolved = this.#resolve(part);
      if (resolved !== null && depth < DEEPEST) {
        current = this.#children(current, resolved, depth + 1);
      }
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const only = this.#onlyBranch(current, list(schema[keyword]), depth);
      if (only !== null) current = this.#children(current, only, depth + 1);
    }
    return current;
  }

  #items(value: readonly unknown[], schema: JsonSchema, depth: number): readonly unknown[] {
    const prefix = list(schema["prefixItems"]);
    const items = schema["items"];
    return sameOr(
      value,
      value.map((item, at) => this.value(item, at < prefix.length ? prefix[at] : items, depth + 1)),
    );
  }

  #properties(value: PlainArgs, schema: JsonSchema, depth: number): PlainArgs {
    const properties = schema["properties"];
    const additional = schema["additionalProperties"];
    const required = list(schema["required"]);
    const copy: Record<string, unknown> = {};
    let changed = false;
    for (const [key, item] of Object.entries(value)) {
      const known = isRecord(properties) && Object.hasOwn(properties, key);
      const property = known ? properties[key] : additional;
      if (item === null && known && !required.includes(key) && this.#refusesNull(property, depth)) {
        changed = true;
        continue;
      }
      copy[key] = this.value(item, property, depth + 1);
      changed ||= copy[key] !== item;
    }
    return changed ? copy : value;
  }

  #refusesNull(schema: unknown, depth: number): boolean {
    const resolved = this.#resolve(schema);
    if (resolved === null) return false;
    const types = this.#types(resolved, depth + 1);
    return types !== null && !types.has("null");
  }

  /** The one alternative that a value of this kind, with these tags, can be meant for; null where more than one is. */
  #onlyBranch(
    value: PlainArgs | readonly unknown[],
    branches: readonly unknown[],
    depth: number,
  ): JsonSchema | null {
    if (depth >= DEEPEST) return null;
    const possible = branches.flatMap((branch) => {
      const resolved = this.#resolve(branch);
      if (resolved === null) return [];
      const types = this.#types(resolved, depth + 1);
      if (types !== null && !types.has(jsonType(value))) return [];
      return !isRecord(value) || this.#tagged(value, resolved) ? [resolved] : [];
    });
    return possible.length === 1 ? (possible[0] ?? null) : null;
  }

  /** Whether the properties that the schema pins to a constant have that constant. */
  #tagged(value: PlainArgs, schema: JsonSchema): boolean {
    const properties = schema["properties"];
    if (!isRecord(properties)) return true;
    return Object.entries(properties).every(([key, property]) => {
      const resolved = this.#resolve(property);
      if (resolved === null || !Object.hasOwn(value, key)) return true;
      if (Object.hasOwn(resolved, "const")) return resolved["const"] === value[key];
      const values = resolved["enum"];
      return !Array.isArray(values) || values.includes(value[key]);
    });
  }

  /** The types that a schema accepts, or null where it does not say, so that nothing may be assumed. */
  #types(schema: JsonSchema, depth: number): ReadonlySet<JsonType> | null {
    if (depth > DEEPEST) return null;
    const statements: ReadonlySet<JsonType>[] = [];
    const type = schema["type"];
    const named = TYPES.filter(
      (name) => name === type || (Array.isArray(type) && type.includes(name)),
    );
    if (named.length > 0) statements.push(withIntegers(named));
    if (Object.hasOwn(schema, "const")) statements.push(withIntegers([jsonType(schema["const"])]));
    const values = schema["enum"];
    if (Array.isArray(values)) statements.push(withIntegers(values.map(jsonType)));
    for (const part of list(schema["allOf"])) {
      const types = this.#typesOf(part, depth);
      if (types !== null) statements.push(types);
    }
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = list(schema[keyword]).map((branch) => this.#typesOf(branch, depth));
      if (branches.length > 0 && !branches.includes(null)) {
        statements.push(new Set(branches.flatMap((branch) => [...(branch ?? [])])));
      }
    }
    const [first, ...more] = statements;
    if (first === undefined) return null;
    return new Set([...first].filter((name) => more.every((types) => types.has(name))));
  }

  #typesOf(schema: unknown, depth: number): ReadonlySet<JsonType> | null {
    const resolved = this.#resolve(schema);
    return resolved === null ? null : this.#types(resolved, depth + 1);
  }

  /** Follows references within the schema; null for what is not a schema, or refers elsewhere or in a circle. */
  #resolve(schema: unknown): JsonSchema | null {
    let current = schema;
    for (let steps = 0; steps < DEEPEST; steps += 1) {
      if (!isRecord(current)) return null;
      const reference = current["$ref"];
      if (typeof reference !== "string") return current;
      if (!reference.startsWith("#")) return null;
      current = follow(this.#root, reference);
    }
    return null;
  }
}

function follow(root: JsonSchema, reference: string): unknown {
  let current: unknown = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const key = decode(step).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(current)) current = current[Number(key)];
    else if (isRecord(current) && Object.hasOwn(current, key)) current = current[key];
    else return null;
  }
  return current;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function fromText(text: string, wanted: ReadonlySet<JsonType>): unknown {
  if (wanted.has("string")) return text;
  if (wanted.has("boolean") && (text === "true" || text === "false")) return text === "true";
  const wantsFraction = wanted.has("number");
  if ((wantsFraction ? NUMBER : INTEGER).test(text) && (wantsFraction || wanted.has("integer"))) {
    const number = Number(text);
    // An integer that a double can not hold would silently become another one.
    const exact = INTEGER.test(text) ? Number.isSafeInteger(number) : Number.isFinite(number);
    return exact ? number : text;
  }
  if (
    (wanted.has("array") && /^\s*\[/.test(text)) ||
    (wanted.has("object") && /^\s*\{/.test(text))
  ) {
    try {
      const parsed: unknown = JSON.parse(text, refusePrototype);
      return wanted.has(jsonType(parsed)) ? parsed : text;
    } catch {
      return text;
    }
  }
  return text;
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === "__proto__") throw new SyntaxError("__proto__ is not allowed as a key");
  return value;
}

function jsonType(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "boolean") return "boolean";
  return typeof value === "string" ? "string" : "object";
}

/** A schema that takes any number takes integers too. */
function withIntegers(types: readonly JsonType[]): ReadonlySet<JsonType> {
  return new Set(types.includes("number") ? [...types, "integer"] : types);
}

function sameOr(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.some((item, at) => item !== before[at]) ? after : before;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is PlainArgs {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
