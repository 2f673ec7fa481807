import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../contract/index.ts";
import type { Callable } from "../documents/arguments.ts";
import type { ShownCall } from "../documents/fragment.ts";
import { offsetOfPointer } from "../documents/json.ts";
import type { JsonNode } from "../documents/json.ts";
import { isObject, variantsOf } from "../documents/schema-shape.ts";

/** Something in a shown call that the tool would refuse, or never see. */
export type ExampleProblem = {
  readonly line: number;
  /** What follows on the name of the tool, for a key that it would drop as well as for one that it would refuse. */
  readonly message: string;
};

/** What is wrong with the arguments of a call that a prompt shows. */
export function exampleProblems(call: ShownCall, callable: Callable): ExampleProblem[] {
  const { inputSchema } = callable.spec;
  if (call.args !== null && call.args.kind !== "object") {
    return [{ line: call.lineAt(call.args.start), message: refused("`tool_args` is no object") }];
  }
  const strangers = call.args ? unknownKeys(call.args, inputSchema, inputSchema, []) : [];
  const known = callable.arguments.map(({ path }) => path).filter((path) => !/[.[]/.test(path));
  const found: ExampleProblem[] = strangers.map(({ path, offset }) => ({
    line: call.lineAt(offset),
    message: `has no argument \`${path}\`${path.includes(".") || known.length === 0 ? "" : `; there are ${known.join(", ")}`}`,
  }));
  const validate = validatorOf(inputSchema);
  if (validate && !validate(call.value)) {
    for (const error of mostTelling(validate.errors ?? [])) {
      found.push(
        ...problemsOf(
          error,
          call,
          strangers.map(({ path }) => path),
        ),
      );
    }
  }
  return found;
}

function problemsOf(
  error: ErrorObject,
  call: ShownCall,
  strangers: readonly string[],
): ExampleProblem[] {
  const line = call.args ? call.lineAt(offsetOfPointer(call.args, error.instancePath)) : call.line;
  const at = error.instancePath.slice(1).replaceAll("/", ".");
  const params: Readonly<Record<string, unknown>> = error.params;
  switch (error.keyword) {
    case "required":
      return [
        {
          line,
          message: refused(`\`${join(at, params["missingProperty"])}\` is required and not there`),
        },
      ];
    case "additionalProperties": {
      const path = join(at, params["additionalProperty"]);
      // Told already, on the line of the key.
      return strangers.includes(path) ? [] : [{ line, message: `has no argument \`${path}\`` }];
    }
    case "enum":
      return [
        {
          line,
          message: refused(`\`${at}\` is none of ${JSON.stringify(params["allowedValues"])}`),
        },
      ];
    case "const":
      return [
        { line, message: refused(`\`${at}\` must be ${JSON.stringify(params["allowedValue"])}`) },
      ];
    default:
      return [
        {
          line,
          message: refused(
            `${at === "" ? "the arguments" : `\`${at}\``} ${error.message ?? "are refused"}`,
          ),
        },
      ];
  }
}

function refused(why: string): string {
  return `would refuse the call shown: ${why}`;
}

function join(at: string, name: unknown): string {
  return at === "" ? String(name) : `${at}.${String(name)}`;
}

/** Of the errors inside a union only the union's own is told, unless a single branch came near. */
function mostTelling(errors: readonly ErrorObject[]): ErrorObject[] {
  const unions = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const inside = (error: ErrorObject): boolean =>
    unions.some((union) => union !== error && error.schemaPath.startsWith(`${union.schemaPath}/`));
  return errors.filter((error) => !inside(error));
}

const validators = new WeakMap<JsonSchema, ValidateFunction | null>();

let shared: Ajv2020 | undefined;

/** Made once and when it is needed: making one takes longer than compiling a schema. */
function compiler(): Ajv2020 {
  return (shared ??= new Ajv2020({
    strict: false,
    allErrors: true,
    // The board has made the schema; only what the calls hold is in question.
    validateSchema: false,
    validateFormats: false,
    unicodeRegExp: false,
    // Each is used for a call or two, which making it faster would never pay for.
    code: { optimize: false },
    logger: false,
  }));
}

/** Null for a schema that can not be compiled: another rule tells that. */
export function validatorOf(schema: JsonSchema): ValidateFunction | null {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const ajv = compiler();
  let validate: ValidateFunction | null = null;
  try {
    validate = ajv.compile(schema);
    // Nothing refers to it, and two schemas may have one `$id`.
    ajv.removeSchema(schema);
  } catch {
    // stays null
  }
  validators.set(schema, validate);
  return validate;
}

type Stranger = { readonly path: string; readonly offset: number };

/** Keys that no shape of the schema has, although validation lets them pass: a tool never sees them. */
function unknownKeys(
  node: JsonNode,
  schema: unknown,
  root: JsonSchema,
  at: readonly string[],
): Stranger[] {
  const shapes = variantsOf(schema, root).map((variant) => variant.schema);
  if (node.kind === "array") {
    const items = shapes.flatMap((shape) => (isObject(shape["items"]) ? [shape["items"]] : []));
    if (items.length === 0) return [];
    return node.items.flatMap((item, index) =>
      unknownKeys(item, { anyOf: items }, root, [...at, String(index)]),
    );
  }
  if (node.kind !== "object") return [];
  const objects = shapes.filter((shape) => isObject(shape["properties"]));
  const open = shapes.some(
    (shape) =>
      shape["additionalProperties"] === true ||
      isObject(shape["additionalProperties"]) ||
      isObject(shape["patternProperties"]) ||
      (shape["properties"] === undefined && at.length > 0),
  );
  return node.entries.flatMap((entry) => {
    const path = [...at, entry.key];
    const having = objects.flatMap((shape) => {
      const properties = shape["properties"];
      return isObject(properties) && Object.hasOwn(properties, entry.key)
        ? [properties[entry.key]]
        : [];
    });
    if (having.length > 0) return unknownKeys(entry.value, { anyOf: having }, root, path);
    return open ? [] : [{ path: path.join("."), offset: entry.keyStart }];
  });
}
