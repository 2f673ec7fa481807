import type { JsonSchema } from "../../contract/index.ts";
import { argumentsOf } from "../documents/arguments.ts";
import { isObject, variantsOf } from "../documents/schema-shape.ts";
import { validatorOf } from "./examples.ts";

type Values = Readonly<Record<string, unknown>>;

/** An example that the schema takes: of every argument that must be there, the simplest value. Null where none is found. */
export function exampleArguments(schema: JsonSchema): Values | null {
  const args = withRequired({}, schema);
  return validatorOf(schema)?.(args) === true ? args : null;
}

/**
 * The arguments of a call as a schema has them that changed: renamed, with what is missing and must be there, and with
 * another value where one that only stood for a value is refused.
 *
 * @param renamed - new names by old ones
 */
export function mendedArguments(
  args: Values,
  schema: JsonSchema,
  renamed: ReadonlyMap<string, string>,
): Values {
  const named = Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const now = renamed.get(name);
      return [now === undefined || Object.hasOwn(args, now) ? name : now, value];
    }),
  );
  const whole = withRequired(named, schema);
  const validate = validatorOf(schema);
  if (!validate || validate(whole)) return whole;
  const refused = new Set(validate.errors?.map(({ instancePath }) => instancePath.split("/")[1]));
  const { properties } = variantsOf(schema, schema)[0]?.schema ?? {};
  return Object.fromEntries(
    Object.entries(whole).map(([name, value]) =>
      refused.has(name) && standsForAValue(value) && isObject(properties) && name in properties
        ? [name, exampleValue(properties[name], schema, 0)]
        : [name, value],
    ),
  );
}

function withRequired(args: Values, schema: JsonSchema): Values {
  const missing = argumentsOf(schema).filter(
    ({ path, required }) => required && !/[.[]/.test(path) && !Object.hasOwn(args, path),
  );
  return {
    ...args,
    ...Object.fromEntries(
      missing.map((argument) => [argument.path, exampleValue(argument.schema, schema, 0)]),
    ),
  };
}

/** What nobody chose: the values that are put where one is needed, also by `pegboard new tool`. */
const STANDING_FOR: ReadonlySet<unknown> = new Set([
  "text",
  "some text",
  "one",
  "two",
  1,
  1.5,
  3,
  true,
]);

function standsForAValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(standsForAValue);
  return isObject(value) ? Object.values(value).every(standsForAValue) : STANDING_FOR.has(value);
}

const DEEPEST = 12;

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  time: "12:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
};

function exampleValue(schema: unknown, root: JsonSchema, depth: number): unknown {
  const [variant] = variantsOf(schema, root);
  const shape = variant?.schema ?? {};
  const { examples, enum: choices } = shape;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ("default" in shape) return shape["default"];
  if ("const" in shape) return shape["const"];
  if (Array.isArray(choices)) return choices[0];
  const { type, minItems, items } = shape;
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return exampleText(shape);
    case "integer":
    case "number":
      return exampleNumber(shape);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array": {
      const count = typeof minItems === "number" ? Math.min(minItems, 10) : 1;
      const first = Array.isArray(shape["prefixItems"]) ? shape["prefixItems"] : [];
      if (depth > DEEPEST) return [];
      return Array.from({ length: Math.max(count, first.length) }, (_, index) =>
        exampleValue(first[index] ?? items, root, depth + 1),
      );
    }
    case "object": {
      const { properties, required } = shape;
      if (!isObject(properties) || !Array.isArray(required) || depth > DEEPEST) return {};
      return Object.fromEntries(
        required.flatMap((name: unknown) =>
          typeof name === "string" ? [[name, exampleValue(properties[name], root, depth + 1)]] : [],
        ),
      );
    }
    default:
      return "text";
  }
}

function exampleText({ format, minLength, maxLength }: JsonSchema): string {
  const known = typeof format === "string" ? FORMATS[format] : undefined;
  if (known !== undefined) return known;
  const long = "text".padEnd(typeof minLength === "number" ? Math.min(minLength, 200) : 0, "x");
  return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}

function exampleNumber(shape: JsonSchema): number {
  const bound = (key: string): number | null => {
    const value = shape[key];
    return typeof value === "number" && Number.isSafeInteger(Math.trunc(value)) ? value : null;
  };
  const step = bound("multipleOf") ?? 1;
  const above = bound("exclusiveMinimum");
  const below = bound("exclusiveMaximum");
  const least = bound("minimum") ?? (above === null ? null : above + step);
  const most = bound("maximum") ?? (below === null ? null : below - step);
  if (least !== null) return Math.ceil(least / step) * step;
  return most !== null && most < step ? Math.floor(most / step) * step : step;
}
