import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";

const KEYWORDS = new Set(
  `title description type enum default examples minLength maxLength pattern format minimum maximum exclusiveMinimum
  exclusiveMaximum multipleOf properties required additionalProperties minProperties maxProperties items minItems
  maxItems uniqueItems anyOf`.split(/\s+/),
);
const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);

/** What one of the providers would refuse in a schema; empty for a legal one. */
export function illegalities(schema: unknown): string[] {
  const found: string[] = [];
  if (!isObject(schema)) return ["the root is no object"];
  if (schema["type"] !== "object") found.push("the root's type is not object");
  if (!isObject(schema["properties"])) found.push("the root has no properties");
  for (const keyword of ["anyOf", "oneOf", "allOf", "enum", "not", "$ref"]) {
    if (keyword in schema) found.push(`the root has ${keyword}`);
  }
  walk(schema, "", found);
  return found;
}

function walk(schema: unknown, at: string, found: string[]): void {
  if (!isObject(schema)) {
    found.push(`${at} is no schema`);
    return;
  }
  for (const keyword of Object.keys(schema)) {
    if (!KEYWORDS.has(keyword)) found.push(`${at} has the keyword ${keyword}`);
  }
  const types = schema["type"] === undefined ? [] : [schema["type"]].flat();
  if (!types.every((type) => typeof type === "string" && TYPES.has(type)))
    found.push(`${at}: type`);
  if (types.length > 1 && (types.length > 2 || types[1] !== "null")) found.push(`${at}: types`);
  const has = (keyword: string) => keyword in schema;
  if (types.includes("array") && !isObject(schema["items"])) found.push(`${at} has no items`);
  if (has("items") && !types.includes("array")) found.push(`${at}: items of no array`);
  if (has("format") && schema["format"] !== "date-time") found.push(`${at}: format`);
  const values = schema["enum"];
  if (has("enum")) {
    const kinds = new Set(Array.isArray(values) ? values.map((value) => typeof value) : []);
    if (kinds.size !== 1) found.push(`${at}: an enum of ${kinds.size} types`);
    if (Array.isArray(values) && values.includes("")) found.push(`${at}: an empty value`);
  }
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required: unknown = schema["required"] ?? [];
  for (const name of Array.isArray(required) ? required : [required]) {
    if (!Object.hasOwn(properties, String(name))) found.push(`${at}: requires ${String(name)}`);
  }
  for (const [name, value] of Object.entries(properties)) walk(value, `${at}.${name}`, found);
  if (has("items")) walk(schema["items"], `${at}[]`, found);
  const others = schema["additionalProperties"];
  if (others !== undefined && typeof others !== "boolean") walk(others, `${at}.*`, found);
  if (has("anyOf")) {
    const branches: unknown = schema["anyOf"];
    if (!Array.isArray(branches) || branches.length < 2) found.push(`${at}: anyOf`);
    for (const branch of Array.isArray(branches) ? branches : []) walk(branch, `${at}|`, found);
    if (types.length > 0) found.push(`${at}: a type beside anyOf`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One for all: making one takes longer than compiling a schema. */
const ajv = new Ajv2020({
  strictSchema: true,
  strictTypes: false,
  validateFormats: false,
  ownProperties: true,
});

/** Compiles with an independent validator, which is strict about keywords. */
export function compileSchema(schema: object): ValidateFunction {
  try {
    return ajv.compile(schema);
  } finally {
    // Two schemas may have one `$id`.
    ajv.removeSchema(schema);
  }
}
