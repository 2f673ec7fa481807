import { isMapping } from "../mapping.ts";
import { brief, isOpen } from "./clean.ts";
import type { Clean, CleanOrNone } from "./clean.ts";
import { unite } from "./combine.ts";
import type { Place } from "./place.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Formats other than this one make Google refuse the request, so they become words. */
const FORMAT = "date-time";

export function stringRules(schema: Schema, place: Place, remarks: string[]): Clean {
  const { pattern, format } = schema;
  const named = typeof format === "string" && /^[a-z][a-z0-9-]{0,30}$/.test(format) ? format : null;
  if (named === "binary") place.losses.add(place.field, "no JSON holds a file");
  if (named !== null && named !== FORMAT) remarks.push(`format: ${named}`);
  return {
    minLength: count(schema["minLength"]),
    maxLength: count(schema["maxLength"]),
    // A named format says the same in fewer words.
    pattern:
      typeof pattern === "string" && named === null && isPlain(pattern) ? pattern : undefined,
    format: named === FORMAT ? FORMAT : undefined,
  };
}

/** No look-around, which not every provider's regular expressions have. */
function isPlain(pattern: string): boolean {
  if (/\(\?(?:<?[=!])/.test(pattern)) return false;
  try {
    return new RegExp(pattern, "u").source !== "";
  } catch {
    return false;
  }
}

export function numberRules(schema: Schema): Clean {
  const bound = (key: string) => {
    const value = schema[key];
    // What zod gives every integer says nothing.
    const told = typeof value === "number" && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
    return told && Number.isFinite(value) ? value : undefined;
  };
  const multipleOf = bound("multipleOf");
  return {
    minimum: bound("minimum"),
    maximum: bound("maximum"),
    exclusiveMinimum: bound("exclusiveMinimum"),
    exclusiveMaximum: bound("exclusiveMaximum"),
    multipleOf: multipleOf !== undefined && multipleOf > 0 ? multipleOf : undefined,
  };
}

/** An array always has `items`: without, OpenAI and Google refuse it. A tuple's are told in words, in their order. */
export function arrayRules(schema: Schema, place: Place, remarks: string[]): Clean {
  const { items, prefixItems, uniqueItems } = schema;
  const tuple = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null;
  const rest =
    tuple !== null && tuple === items ? (schema["additionalItems"] ?? true) : (items ?? true);
  const counts = {
    minItems: count(schema["minItems"]),
    maxItems: count(schema["maxItems"]),
    uniqueItems: uniqueItems === true ? true : undefined,
  };
  const others = place.simplify(rest, "[]");
  if (tuple === null) return others ? { items: others, ...counts } : { items: {}, maxItems: 0 };
  const parts = tuple.map((part, index) => place.simplify(part, `[${index}]`));
  const told = parts.map((part) => (part ? brief(part) : "nothing"));
  if (others) told.push(`then ${brief(others)}[]`);
  remarks.push(`in this order: ${told.join(", ")}`);
  const maxItems = others ? counts.maxItems : Math.min(counts.maxItems ?? Infinity, parts.length);
  return { items: unite([...parts, others]) ?? {}, ...counts, maxItems };
}

/** @returns null where a property is required that nothing can be */
export function objectRules(schema: Schema, place: Place): CleanOrNone {
  const properties = new Map<string, Clean>();
  const impossible = new Set<string>();
  const others = othersOf(schema, place);
  const declared = isMapping(schema["properties"]) ? schema["properties"] : {};
  for (const [name, value] of Object.entries(declared)) {
    if (!isUsable(name, place)) continue;
    const simple = place.simplify(value, `.${name}`);
    if (simple) properties.set(name, simple);
    else impossible.add(name);
  }
  const required = [...new Set(strings(schema["required"]))].filter((name) => name !== "__proto__");
  if (required.some((name) => impossible.has(name))) return null;
  const listed = namesIn(schema["propertyNames"]);
  // A required property that is not declared makes Google refuse the request.
  for (const name of [...required, ...listed]) {
    if (properties.has(name) || !isUsable(name, place)) continue;
    properties.set(name, typeof others === "object" ? others : {});
  }
  return {
    properties:
      properties.size > 0 || isMapping(schema["properties"])
        ? Object.fromEntries(properties)
        : undefined,
    required: required.length > 0 ? required : undefined,
    additionalProperties: listed.length > 0 ? false : others,
    minProperties: count(schema["minProperties"]),
    maxProperties: count(schema["maxProperties"]),
  };
}

/** What properties may be that are not named; undefined where nothing is said. */
function othersOf(schema: Schema, place: Place): Clean["additionalProperties"] {
  const { additionalProperties, patternProperties } = schema;
  const rest =
    additionalProperties === undefined ? undefined : place.simplify(additionalProperties, ".*");
  const patterns = isMapping(patternProperties)
    ? Object.values(patternProperties).map((value) => place.simplify(value, ".*"))
    : [];
  if (patterns.length === 0) return rest === null ? false : rest && isOpen(rest) ? true : rest;
  if (rest === undefined) return undefined;
  const united = unite([...patterns, rest]);
  return united === null ? false : isOpen(united) ? true : united;
}

/** The names that a record allows, where it lists them. */
function namesIn(propertyNames: unknown): string[] {
  if (!isMapping(propertyNames)) return [];
  return "const" in propertyNames
    ? strings([propertyNames["const"]])
    : strings(propertyNames["enum"]);
}

function isUsable(name: string, place: Place): boolean {
  if (name === "__proto__") {
    place.losses.add(place.field, "the property `__proto__` is left out");
    return false;
  }
  // Anthropic refuses a request that has any other name in it.
  if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) {
    const shown = JSON.stringify(name.slice(0, 80));
    place.losses.add(place.field, `not every provider takes the property name ${shown}`);
  }
  return true;
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
