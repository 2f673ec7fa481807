import type { Ajv, ErrorObject, Options, ValidateFunction } from "ajv";
import type { JsonSchema } from "../../contract/index.ts";
import { thrownText } from "../wording.ts";

/** `pointer` is a JSON Pointer to the field at fault. */
export type ForeignIssue = { readonly pointer: string; readonly message: string };

const OPTIONS: Options = {
  allErrors: true,
  // A property called `constructor` or `toString` is not there because every object inherits one.
  ownProperties: true,
  // A foreign schema is taken as it is: unknown keywords and formats say nothing, defaults and types change nothing.
  strict: false,
  validateFormats: false,
  logger: false,
  // An engine is made for each schema, so that their `$id`s never meet. Compiling the meta-schemas would cost 50 ms each
  // time, and the keywords check their own values.
  meta: false,
  validateSchema: false,
};

/**
 * Compiles a JSON Schema (2020-12, or the older draft that its `$schema` names).
 *
 * @returns a check that gives all that is wrong with a value
 * @throws Error when the schema is not a legal one
 */
export async function compileJsonSchema(
  schema: JsonSchema,
): Promise<(value: unknown) => ForeignIssue[]> {
  const validate = await compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map(readError));
}

async function compile(schema: JsonSchema): Promise<ValidateFunction> {
  const { $schema: dialect, ...rest } = schema;
  const Engine = await engineFor(typeof dialect === "string" ? dialect : "");
  try {
    return new Engine(OPTIONS).compile(rest);
  } catch (error) {
    // Many a pattern in the wild is a regular expression only without the `u` flag.
    if (!thrownText(error).includes("regular expression")) throw broken(error);
  }
  try {
    return new Engine({ ...OPTIONS, unicodeRegExp: false }).compile(rest);
  } catch (error) {
    throw broken(error);
  }
}

async function engineFor(dialect: string): Promise<typeof Ajv> {
  if (/draft-0[467]/.test(dialect)) return (await import("ajv")).Ajv;
  if (dialect.includes("2019-09")) return (await import("ajv/dist/2019.js")).Ajv2019;
  return (await import("ajv/dist/2020.js")).Ajv2020;
}

function broken(error: unknown): Error {
  return new Error(`its JSON Schema can not be used: ${thrownText(error)}`);
}

function readError({ instancePath, keyword, params, message }: ErrorObject): ForeignIssue {
  const what = message ?? "is not valid";
  switch (keyword) {
    case "required":
      return {
        pointer: `${instancePath}/${escapeStep(params["missingProperty"])}`,
        message: "is missing",
      };
    case "additionalProperties":
      return {
        pointer: instancePath,
        message: `unknown key ${JSON.stringify(params["additionalProperty"])}`,
      };
    case "unevaluatedProperties":
      return {
        pointer: instancePath,
        message: `unknown key ${JSON.stringify(params["unevaluatedProperty"])}`,
      };
    case "enum":
      return {
        pointer: instancePath,
        message: `${what}: ${JSON.stringify(params["allowedValues"])}`,
      };
    default:
      return { pointer: instancePath, message: what };
  }
}

function escapeStep(step: unknown): string {
  return String(step).replaceAll("~", "~0").replaceAll("/", "~1");
}
