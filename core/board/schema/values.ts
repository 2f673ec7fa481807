import type { Clean, CleanOrNone, JsonType, Scalar } from "./clean.ts";
import { unite } from "./combine.ts";
import type { Place } from "./place.ts";

/**
 * A list of values as one `enum` for each type among them: Google takes no mixed ones, and no empty text.
 *
 * @param types - those that the schema names; empty for any
 */
export function enumOf(
  values: readonly unknown[],
  types: readonly JsonType[],
  place: Place,
  remarks: string[],
): CleanOrNone {
  const groups = new Map<JsonType, Scalar[]>();
  for (const value of values) {
    const type = typeOf(value, types);
    if (type === null) continue;
    const group = groups.get(type) ?? [];
    if (isScalar(value) && !group.includes(value)) group.push(value);
    groups.set(type, group);
  }
  return unite([...groups].map(([type, group]) => groupOf(type, group, place, remarks)));
}

function groupOf(
  type: JsonType,
  values: readonly Scalar[],
  place: Place,
  remarks: string[],
): Clean {
  switch (type) {
    case "null":
      return { type };
    case "boolean":
      return values.length === 2 ? { type } : { type, enum: values };
    case "object":
    case "array":
      place.losses.add(place.field, `a fixed ${type} is told as any ${type}`);
      return type === "array" ? { type, items: {} } : { type };
    case "string":
      if (!values.includes("")) return { type, enum: values };
      remarks.push(`one of ${values.map((value) => JSON.stringify(value)).join(", ")}`);
      return { type };
    case "number":
    case "integer":
      return { type, enum: values };
  }
}

/** The type that a value counts as, or null where the schema rules it out. */
function typeOf(value: unknown, types: readonly JsonType[]): JsonType | null {
  const allowed = (type: JsonType) => types.length === 0 || types.includes(type);
  if (value === null) return allowed("null") ? "null" : null;
  if (Array.isArray(value)) return allowed("array") ? "array" : null;
  const type = typeof value;
  if (type === "string" || type === "boolean" || type === "object") {
    return allowed(type) ? type : null;
  }
  if (type !== "number") return null;
  if (allowed("number")) return "number";
  return Number.isInteger(value) && allowed("integer") ? "integer" : null;
}

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}
