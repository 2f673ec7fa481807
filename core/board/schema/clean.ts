export const JSON_TYPES = [
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
] as const;

export type JsonType = (typeof JSON_TYPES)[number];

export type Scalar = string | number | boolean;

/**
 * The part of JSON Schema that OpenAI, Anthropic and Google all accept, and all that leaves this folder: no `$ref`, no
 * `allOf` and `oneOf`, one type a node (or one beside `null`), values of one type in an `enum`, arrays with `items`.
 */
export type Clean = {
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly [JsonType, "null"];
  readonly enum?: readonly Scalar[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: "date-time";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly properties?: Readonly<Record<string, Clean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Clean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Clean;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly anyOf?: readonly Clean[];
};

/** A schema, or null for one that accepts nothing. */
export type CleanOrNone = Clean | null;

/** Without the keys that are undefined. */
export function compact(schema: Clean): Clean {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) if (value !== undefined) kept[key] = value;
  return kept;
}

const ANNOTATIONS: ReadonlySet<string> = new Set(["title", "description", "default", "examples"]);

/** What only describes, and the rest, which restricts. */
export function split(schema: Clean): { readonly notes: Clean; readonly rules: Clean } {
  const entries = Object.entries(schema);
  return {
    notes: Object.fromEntries(entries.filter(([key]) => ANNOTATIONS.has(key))),
    rules: Object.fromEntries(entries.filter(([key]) => !ANNOTATIONS.has(key))),
  };
}

/** It accepts anything. */
export function isOpen(schema: Clean): boolean {
  return Object.keys(schema).every((key) => ANNOTATIONS.has(key));
}

/** Adds a remark for the model to a description. */
export function remark(schema: Clean, text: string): Clean {
  const { description, ...rest } = schema;
  if (description?.includes(text)) return schema;
  return { ...rest, description: description ? `${description} (${text})` : text };
}

/** A schema in a few words, for a remark: `string`, `"a" | "b"`, `number[]`. */
export function brief(schema: Clean): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(brief).join(" | ");
  if (schema.type === "array") return `${schema.items ? brief(schema.items) : "anything"}[]`;
  return schema.type === undefined ? "anything" : [schema.type].flat().join(" | ");
}
