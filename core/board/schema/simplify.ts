import { isMapping } from "../mapping.ts";
import { JSON_TYPES, compact, isOpen, remark } from "./clean.ts";
import type { Clean, CleanOrNone, JsonType } from "./clean.ts";
import { branchesOf, intersect, unite } from "./combine.ts";
import type { Losses } from "./losses.ts";
import type { Place } from "./place.ts";
import { resolveReference } from "./references.ts";
import { arrayRules, numberRules, objectRules, stringRules } from "./type-rules.ts";
import { enumOf } from "./values.ts";

const MOST_NODES = 5000;
const DEEPEST = 40;

/**
 * Reduces a JSON Schema (2020-12, or what draft 7 has in common with it) to the part that every provider takes. It never
 * accepts less than the schema did but for what is reported.
 *
 * @param root - anything; what is no schema accepts anything
 * @param losses - is told what could not be kept
 * @returns null for a schema that accepts nothing
 */
export function simplify(root: unknown, losses: Losses): CleanOrNone {
  return simplifyAt(root, {
    root,
    losses,
    field: "",
    references: [{ to: "#", field: "" }],
    depth: 0,
    budget: { left: MOST_NODES },
    simplify: () => ({}),
  });
}

function simplifyAt(schema: unknown, outer: Place): CleanOrNone {
  if (schema === false) return null;
  if (!isMapping(schema)) return {};
  const { losses, field, budget, depth } = outer;
  if (depth > DEEPEST || budget.left <= 0) {
    losses.add(field, "the schema is too large");
    return {};
  }
  budget.left--;
  const place: Place = {
    ...outer,
    simplify: (inner, step) =>
      simplifyAt(inner, {
        ...place,
        depth: depth + 1,
        field: `${field}${step}`.replace(/^\./, ""),
      }),
  };
  if (typeof schema["$ref"] === "string") return follow(schema["$ref"], schema, place);
  return node(schema, place);
}

function follow(reference: string, schema: Record<string, unknown>, place: Place): CleanOrNone {
  const { $ref: _, ...siblings } = schema;
  const known = place.references.find(({ to }) => to === reference);
  if (known) {
    place.losses.add(place.field, "it is recursive, and only the first level is told");
    const same = known.field === "" ? "the arguments themselves" : `\`${known.field}\``;
    const target = resolveReference(place.root, reference);
    const type = isMapping(target) ? typesOf(target)[0] : undefined;
    const rules = type === "array" ? { type, items: {} } : compact({ type: type ?? "object" });
    return remark({ ...notesOf(siblings), ...rules }, `the same shape as ${same}`);
  }
  const target = resolveReference(place.root, reference);
  if (target === undefined) {
    place.losses.add(place.field, `it refers to ${JSON.stringify(reference)}, which is not there`);
    return node(siblings, place);
  }
  const { field, references } = place;
  const found = simplifyAt(target, {
    ...place,
    depth: place.depth + 1,
    references: [...references, { to: reference, field }],
  });
  const beside = node(siblings, place);
  return found && beside && { ...intersect(found, beside), ...notesOf(siblings) };
}

/** Keywords that restrict and have no place in what every provider takes. */
const UNTOLD = [
  "if",
  "then",
  "else",
  "contains",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
];

function node(schema: Record<string, unknown>, place: Place): CleanOrNone {
  for (const keyword of UNTOLD) {
    if (schema[keyword] !== undefined) place.losses.add(place.field, `\`${keyword}\` is left out`);
  }
  if (schema["not"] !== undefined) {
    const excluded = place.simplify(schema["not"], "");
    if (excluded && isOpen(excluded)) return null;
    if (excluded) place.losses.add(place.field, "`not` is left out");
  }
  const remarks: string[] = [];
  const own = ownRules(schema, place, remarks);
  let result: CleanOrNone = own;
  for (const all of list(schema["allOf"])) result = intersect(result, place.simplify(all, ""));
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const united = unite(branches.map((branch) => place.simplify(branch, "")));
    result = keepClosed(own, intersect(result, united));
  }
  if (!result) return null;
  const noted = { ...result, ...notesOf(schema) };
  return remarks.reduce<Clean>((told, text) => remark(told, text), noted);
}

/** What the keywords of a node say by themselves. */
function ownRules(schema: Record<string, unknown>, place: Place, remarks: string[]): CleanOrNone {
  const types = typesOf(schema);
  const values = "const" in schema ? [schema["const"]] : schema["enum"];
  if (Array.isArray(values)) return enumOf(values, types, place, remarks);
  if (types.length === 0) return {};
  const rules = types.map((type) => rulesOf(type, schema, place, remarks));
  const [first, second] = rules;
  const [type] = types;
  // The one union that is written shorter.
  if (types.length === 2 && types[1] === "null" && type && first && second) {
    return { ...first, type: [type, "null"] };
  }
  return unite(rules);
}

function rulesOf(
  type: JsonType,
  schema: Record<string, unknown>,
  place: Place,
  remarks: string[],
): CleanOrNone {
  switch (type) {
    case "string":
      return compact({ type, ...stringRules(schema, place, remarks) });
    case "number":
    case "integer":
      return compact({ type, ...numberRules(schema) });
    case "array":
      return compact({ type, ...arrayRules(schema, place, remarks) });
    case "object": {
      const rules = objectRules(schema, place);
      return rules && compact({ type, ...rules });
    }
    case "boolean":
    case "null":
      return { type };
  }
}

/** The keywords that only mean something for one type, and so tell it where it is not said. */
const TELLING: readonly (readonly [JsonType, readonly string[]])[] = [
  [
    "object",
    ["properties", "required", "additionalProperties", "patternProperties", "propertyNames"],
  ],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]],
  ["string", ["minLength", "maxLength", "pattern"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** Each once, null last; empty where any will do. */
function typesOf(schema: Record<string, unknown>): JsonType[] {
  const only = JSON_TYPES.find((type) => type === schema["type"]);
  if (only) return [only];
  const named = JSON_TYPES.filter((type) => [schema["type"]].flat().includes(type));
  if (named.length > 0) {
    return named.filter((type) => type !== "integer" || !named.includes("number"));
  }
  if ("enum" in schema || "const" in schema) return [];
  const told = TELLING.find(([, keywords]) => keywords.some((keyword) => keyword in schema));
  return told ? [told[0]] : [];
}

/** An object that is closed stays so, whatever its alternatives add. */
function keepClosed(own: CleanOrNone, result: CleanOrNone): CleanOrNone {
  if (own?.additionalProperties !== false || !result) return result;
  const allowed = Object.keys(own.properties ?? {});
  const closed = branchesOf(result).map((branch): CleanOrNone => {
    if (branch.required?.some((name) => !allowed.includes(name))) return null;
    const inside = Object.entries(branch.properties ?? {}).filter(([key]) => allowed.includes(key));
    return { ...branch, properties: Object.fromEntries(inside), additionalProperties: false };
  });
  return unite(closed);
}

function notesOf(schema: Record<string, unknown>): Clean {
  const { title, description, examples } = schema;
  return compact({
    title: typeof title === "string" ? title : undefined,
    description: typeof description === "string" ? description : undefined,
    default: schema["default"],
    examples: Array.isArray(examples) ? examples : undefined,
  });
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
