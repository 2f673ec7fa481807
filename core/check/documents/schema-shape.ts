import type { JsonSchema } from "../../contract/index.ts";

export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The plain schemas that a schema allows: references followed, `allOf` merged, `anyOf` and `oneOf` taken apart.
 *
 * @param root - where `#/…` references are looked up
 * @param seen - references on the way here; one that comes again stands for any object
 */
export function variantsOf(
  schema: unknown,
  root: JsonSchema,
  seen: readonly string[] = [],
): { readonly schema: JsonSchema; readonly seen: readonly string[] }[] {
  if (!isObject(schema)) return [{ schema: {}, seen }];
  const ref = schema["$ref"];
  if (typeof ref === "string") {
    if (seen.includes(ref)) return [{ schema: { type: "object" }, seen }];
    const { $ref: _, ...beside } = schema;
    const target = resolveRef(ref, root);
    const whole = Object.keys(beside).length > 0 ? mergeSchemas([target, beside]) : target;
    return variantsOf(whole, root, [...seen, ref]);
  }
  const all = schema["allOf"];
  if (Array.isArray(all)) {
    const { allOf: _, ...beside } = schema;
    const parts = all.flatMap((part: unknown) => {
      const found = variantsOf(part, root, seen);
      return found.length === 1 && found[0] ? [found[0].schema] : isObject(part) ? [part] : [];
    });
    return variantsOf(mergeSchemas([...parts, beside]), root, seen);
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const any = schema[keyword];
    if (!Array.isArray(any)) continue;
    const { [keyword]: _, ...beside } = schema;
    const bare = Object.keys(beside).every((key) => ANNOTATIONS.has(key));
    return any.flatMap((part: unknown) =>
      variantsOf(bare || !isObject(part) ? part : mergeSchemas([beside, part]), root, seen),
    );
  }
  return [{ schema, seen }];
}

const ANNOTATIONS = new Set([
  "description",
  "title",
  "default",
  "examples",
  "deprecated",
  "$schema",
  "$defs",
  "definitions",
  "$id",
]);

function resolveRef(ref: string, root: JsonSchema): JsonSchema {
  if (!ref.startsWith("#")) return {};
  let at: unknown = root;
  for (const part of ref.slice(1).split("/").filter(Boolean)) {
    if (!isObject(at)) return {};
    at = at[decodeURIComponent(part).replace(/~1/g, "/").replace(/~0/g, "~")];
  }
  return isObject(at) ? at : {};
}

function mergeSchemas(parts: readonly JsonSchema[]): JsonSchema {
  const merged: Record<string, unknown> = {};
  const properties: Record<string, unknown> = {};
  const required = new Set<unknown>();
  for (const part of parts) {
    Object.assign(merged, part);
    if (isObject(part["properties"])) Object.assign(properties, part["properties"]);
    if (Array.isArray(part["required"])) for (const name of part["required"]) required.add(name);
  }
  if (Object.keys(properties).length > 0) merged["properties"] = properties;
  if (required.size > 0) merged["required"] = [...required];
  return merged;
}
