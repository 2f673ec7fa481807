import { compact, isOpen, split } from "./clean.ts";
import type { Clean, CleanOrNone, JsonType, Scalar } from "./clean.ts";

/** Two unions that are to hold at once have as many branches as their product; more than that is not worth telling. */
const MOST_BRANCHES = 64;

/**
 * What accepts whatever one of `schemas` accepts. Values of one type become one `enum`; where schemas differ only in
 * what they say of themselves, the first is kept.
 */
export function unite(schemas: readonly CleanOrNone[]): CleanOrNone {
  const flat = schemas.flatMap((schema) => (schema ? branchesOf(schema) : []));
  if (flat.some(isOpen)) {
    return compact({ description: flat.find(({ description }) => description)?.description });
  }
  const enums = new Map<string, Clean>();
  const different = new Map<string, Clean>();
  for (const schema of flat) {
    const { notes, rules } = split(schema);
    const key = JSON.stringify(rules);
    const type = String(rules.type);
    if (rules.enum && Object.keys(rules).length === 2) {
      const known = enums.get(type);
      const values = [...new Set([...(known?.enum ?? []), ...rules.enum])];
      enums.set(type, { ...notes, ...known, type: rules.type, enum: values });
      // Its place among the others is that of the first.
      if (!known) different.set(`enum ${type}`, schema);
    } else if (!different.has(key)) different.set(key, schema);
  }
  const branches = [...different].map(([key, schema]) =>
    key.startsWith("enum ") ? (enums.get(key.slice("enum ".length)) ?? schema) : schema,
  );
  const [first, ...others] = branches;
  if (!first) return null;
  return others.length === 0 ? first : { anyOf: branches };
}

/** The branches of a schema that is nothing but a union; otherwise itself. */
export function branchesOf(schema: Clean): readonly Clean[] {
  const { rules } = split(schema);
  return rules.anyOf && Object.keys(rules).length === 1 ? rules.anyOf : [schema];
}

/**
 * What accepts at least whatever both accept. It is exact but for rules that one node can not hold twice (two patterns,
 * two divisors): of these the first is kept.
 */
export function intersect(a: CleanOrNone, b: CleanOrNone): CleanOrNone {
  if (!a || !b) return null;
  const notes = { ...split(b).notes, ...split(a).notes };
  if (isOpen(a)) return { ...b, ...notes };
  if (isOpen(b)) return { ...a, ...notes };
  const left = branchesOf(a);
  const right = branchesOf(b);
  if (left.length > 1 || right.length > 1) {
    if (left.length * right.length > MOST_BRANCHES) return a;
    const pairs = left.flatMap((one) => right.map((other) => intersect(one, other)));
    const united = unite(pairs);
    return united && { ...united, ...notes };
  }
  return meet(a, b, notes);
}

function meet(a: Clean, b: Clean, notes: Clean): CleanOrNone {
  const type = meetTypes(a.type, b.type);
  if (type === null) return null;
  const values = meetValues(a.enum, b.enum);
  if (values?.length === 0) return null;
  const object = meetObjects(a, b);
  if (object === null) return null;
  const items = a.items && b.items ? intersect(a.items, b.items) : (a.items ?? b.items);
  return compact({
    ...notes,
    type,
    enum: values,
    minLength: higher(a.minLength, b.minLength),
    maxLength: lower(a.maxLength, b.maxLength),
    pattern: a.pattern ?? b.pattern,
    format: a.format ?? b.format,
    minimum: higher(a.minimum, b.minimum),
    maximum: lower(a.maximum, b.maximum),
    exclusiveMinimum: higher(a.exclusiveMinimum, b.exclusiveMinimum),
    exclusiveMaximum: lower(a.exclusiveMaximum, b.exclusiveMaximum),
    multipleOf: a.multipleOf ?? b.multipleOf,
    ...object,
    // Nothing can be in it, so all that is left is the empty one.
    ...(items === null
      ? { items: {}, maxItems: 0 }
      : { items, maxItems: lower(a.maxItems, b.maxItems) }),
    minItems: higher(a.minItems, b.minItems),
    uniqueItems: a.uniqueItems ?? b.uniqueItems,
  });
}

type Types = readonly JsonType[];

function meetTypes(a: Clean["type"], b: Clean["type"]): Clean["type"] | null {
  if (a === undefined || b === undefined) return a ?? b;
  const both = narrower([a].flat(), [b].flat());
  const [first, ...others] = both;
  if (first === undefined) return null;
  return others.length === 0 ? first : [both.find((type) => type !== "null") ?? first, "null"];
}

function narrower(a: Types, b: Types): JsonType[] {
  return a.flatMap((type): JsonType[] => {
    if (b.includes(type)) return [type];
    if (type === "integer" && b.includes("number")) return [type];
    return type === "number" && b.includes("integer") ? ["integer"] : [];
  });
}

function meetValues(
  a: readonly Scalar[] | undefined,
  b: readonly Scalar[] | undefined,
): readonly Scalar[] | undefined {
  return a && b ? a.filter((value) => b.includes(value)) : (a ?? b);
}

type ObjectRules = Pick<
  Clean,
  "properties" | "required" | "additionalProperties" | "minProperties" | "maxProperties"
>;

function meetObjects(a: Clean, b: Clean): ObjectRules | null {
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  const properties = new Map(Object.entries(a.properties ?? {}));
  for (const [name, schema] of Object.entries(b.properties ?? {})) {
    const other = properties.get(name);
    const both = other ? intersect(other, schema) : schema;
    if (both) properties.set(name, both);
    else if (required.includes(name)) return null;
    else properties.delete(name);
  }
  const named = a.properties || b.properties ? Object.fromEntries(properties) : undefined;
  return {
    properties: named,
    required: required.length > 0 ? required : undefined,
    additionalProperties: meetOthers(a.additionalProperties, b.additionalProperties),
    minProperties: higher(a.minProperties, b.minProperties),
    maxProperties: lower(a.maxProperties, b.maxProperties),
  };
}

/** An object that is closed by itself is open to what it is combined with: zod means it so, and it is never too narrow. */
function meetOthers(
  a: Clean["additionalProperties"],
  b: Clean["additionalProperties"],
): Clean["additionalProperties"] {
  if (a === false && b === false) return false;
  if (typeof a === "object" && typeof b === "object") return intersect(a, b) ?? false;
  if (typeof a === "object") return a;
  return typeof b === "object" ? b : undefined;
}

function higher(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function lower(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
