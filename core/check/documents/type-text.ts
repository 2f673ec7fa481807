import type { JsonSchema } from "../../contract/index.ts";
import { isObject, variantsOf } from "./schema-shape.ts";

/**
 * The type of an argument as contracts write it: `string`, `integer`, `array of string`, `"a" | "b"`,
 * `object of number`, `[number, number]`, `string | null`. What has fields of its own is `object`; its fields have rows of their own.
 *
 * @param schema - the argument's JSON Schema
 * @param root - the schema that holds it, for references
 */
export function typeText(
  schema: unknown,
  root: JsonSchema = isObject(schema) ? schema : {},
): string {
  return textOf(schema, root, []);
}

function textOf(schema: unknown, root: JsonSchema, seen: readonly string[]): string {
  const members = new Set<string>();
  for (const variant of variantsOf(schema, root, seen)) {
    for (const member of membersOf(variant.schema, root, variant.seen)) members.add(member);
  }
  if (members.has("any")) return "any";
  // What may be null says so at the end, wherever the schema has it.
  const nullable = members.delete("null");
  return [...members, ...(nullable ? ["null"] : [])].join(" | ") || "any";
}

function membersOf(schema: JsonSchema, root: JsonSchema, seen: readonly string[]): string[] {
  if ("const" in schema) return [JSON.stringify(schema["const"])];
  if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value));
  const types = Array.isArray(schema["type"])
    ? schema["type"]
    : [schema["type"] ?? inferred(schema)];
  return types.map((type: unknown) => {
    switch (type) {
      case "array":
        return arrayText(schema, root, seen);
      case "object":
        return objectText(schema, root, seen);
      case "string":
      case "integer":
      case "number":
      case "boolean":
      case "null":
        return type;
      default:
        return "any";
    }
  });
}

function inferred(schema: JsonSchema): string {
  if (isObject(schema["properties"])) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  return "any";
}

function arrayText(schema: JsonSchema, root: JsonSchema, seen: readonly string[]): string {
  const tuple = schema["prefixItems"];
  if (Array.isArray(tuple)) return `[${tuple.map((item) => textOf(item, root, seen)).join(", ")}]`;
  if (!isObject(schema["items"])) return "array";
  return ofText("array", textOf(schema["items"], root, seen));
}

function objectText(schema: JsonSchema, root: JsonSchema, seen: readonly string[]): string {
  const fields = isObject(schema["properties"]) && Object.keys(schema["properties"]).length > 0;
  const others = schema["additionalProperties"];
  if (fields || !isObject(others) || Object.keys(others).length === 0) return "object";
  return ofText("object", textOf(others, root, seen));
}

function ofText(outer: string, inner: string): string {
  if (inner === "any") return outer;
  return inner.includes(" | ") ? `${outer} of (${inner})` : `${outer} of ${inner}`;
}
