import { z } from "zod";
import type { ArgsSchema, StandardSchema } from "../../contract/index.ts";
import { isStandardSchema } from "../../contract/index.ts";
import { isMapping } from "../mapping.ts";
import type { Losses } from "./losses.ts";

/** Which values of a schema are told: those it takes, or those it makes of them. */
export type Side = "input" | "output";

/**
 * The JSON Schema of what a schema takes or gives, as its library tells it. Never throws: what can not be told accepts
 * anything, and is reported.
 *
 * @param given - absent for a tool without arguments
 */
export function rawJsonSchema(
  given: ArgsSchema | undefined,
  losses: Losses,
  side: Side = "input",
): unknown {
  if (given === undefined) return { type: "object", properties: {}, additionalProperties: false };
  if (!isStandardSchema(given)) return plain(given, losses);
  if (!isZod(given)) {
    const { vendor } = given["~standard"];
    return told(given, side) ?? untold(losses, `${vendor} can not tell its JSON Schema`);
  }
  return fromZod(given, losses, side, []) ?? told(given, side) ?? byField(given, losses, side);
}

/** A JSON Schema that somebody wrote: only what survives JSON can go to a model. */
function plain(args: unknown, losses: Losses): unknown {
  try {
    return JSON.parse(JSON.stringify(args));
  } catch {
    return untold(losses, "it is no plain JSON");
  }
}

/** By the vendor that the standard has it name, not by the class: a plugin may bring a zod of its own. */
function isZod(schema: StandardSchema): schema is StandardSchema & z.core.$ZodType {
  return schema["~standard"].vendor === "zod";
}

function fromZod(
  schema: z.core.$ZodType,
  losses: Losses,
  side: Side,
  at: readonly (string | number)[],
): unknown {
  try {
    return z.toJSONSchema(schema, {
      io: side,
      cycles: "ref",
      unrepresentable: ({ zodSchema, path }) =>
        degrade(zodSchema, fieldOf([...at, ...path]), losses, side),
    });
  } catch {
    return null;
  }
}

/** What stands in for a part of a zod schema that JSON has nothing for. */
function degrade(schema: z.core.$ZodTypes, field: string, losses: Losses, side: Side) {
  const { def } = schema._zod;
  switch (def.type) {
    case "date":
      if (!("coerce" in def && def.coerce)) {
        losses.add(field, "no JSON holds a date; use z.iso.datetime() or z.coerce.date()");
      }
      return { type: "string" as const, format: "date-time" };
    case "bigint":
      if (side === "output") {
        losses.add(field, "no JSON holds a bigint; use z.int()");
        return "any" as const;
      }
      if (!("coerce" in def && def.coerce)) {
        losses.add(field, "no JSON holds a bigint; use z.int() or z.coerce.bigint()");
      }
      return { type: "integer" as const };
    // None of these is in any JSON, so as one of several they are simply never used.
    case "undefined":
    case "void":
    case "nan":
      return { not: {} };
    // A literal `undefined`, or a default that is no JSON: the rest of the schema is told.
    case "default":
    case "prefault":
    case "number":
      return "any" as const;
    case "literal":
      if (def.values.some((value) => typeof value === "bigint")) {
        losses.add(field, "no JSON holds a bigint");
      }
      return "any" as const;
    default:
      losses.add(field, `JSON Schema has no words for a ${def.type}`);
      return "any" as const;
  }
}

/** The path of a part in the JSON Schema, as one of the arguments. */
function fieldOf(path: readonly (string | number)[]): string {
  let field = "";
  for (let index = 0; index < path.length; index++) {
    const step = path[index];
    if (step === "properties") field += `${field === "" ? "" : "."}${path[++index] ?? ""}`;
    else if (step === "items") field += "[]";
    else if (step === "prefixItems") field += `[${path[++index] ?? ""}]`;
    else if (step === "additionalProperties") field += `${field === "" ? "" : "."}*`;
    else if (step === "anyOf" || step === "oneOf" || step === "allOf") index++;
  }
  return field;
}

/** What a library tells by itself (https://standardschema.dev/json-schema). */
function told(schema: StandardSchema, side: Side): unknown {
  try {
    const converter: unknown = Reflect.get(schema["~standard"], "jsonSchema");
    const tell: unknown = isMapping(converter) ? Reflect.get(converter, side) : undefined;
    if (typeof tell !== "function") return null;
    const found: unknown = Reflect.apply(tell, converter, [{ target: "draft-2020-12" }]);
    return isMapping(found) ? JSON.parse(JSON.stringify(found)) : null;
  } catch {
    return null;
  }
}

/** One field that zod can not convert must not cost the model all the others. */
function byField(schema: StandardSchema & z.core.$ZodType, losses: Losses, side: Side): unknown {
  if (!(schema instanceof z.ZodObject)) return untold(losses, "zod can not convert it");
  const properties = new Map<string, unknown>();
  const required: string[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const converted = fromZod(field, losses, side, ["properties", name]);
    if (converted === null) losses.add(name, "zod can not convert it");
    properties.set(name, rebase(converted ?? {}, `#/properties/${encode(name)}`));
    if (field._zod[side === "input" ? "optin" : "optout"] === undefined) required.push(name);
  }
  return { type: "object", properties: Object.fromEntries(properties), required };
}

/** Makes references into a document hold after the document has become a part of another, at `pointer`. */
function rebase(value: unknown, pointer: string): unknown {
  if (Array.isArray(value)) return value.map((item) => rebase(item, pointer));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === "$ref" && typeof inner === "string"
        ? inner.replace(/^#/, () => pointer)
        : rebase(inner, pointer),
    ]),
  );
}

function encode(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function untold(losses: Losses, what: string): unknown {
  losses.add("", what);
  return { type: "object" };
}
