import type { CallableSpec, ToolDescription } from "../../board/board.ts";
import type { JsonSchema } from "../../contract/index.ts";
import { isObject, variantsOf } from "./schema-shape.ts";
import { typeText } from "./type-text.ts";

/** One argument of a callable, or a field inside of one, as contracts list them. */
export type Argument = {
  /** `city`, `filter.limit`, `tags[].name`, `headers.*.value`. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | null;
  /** Absent where there is none; the schema's own value otherwise. */
  readonly default?: unknown;
  readonly schema: JsonSchema;
};

/** One thing that can be called: the tool itself (`method` is null) or one of its methods. */
export type Callable = {
  readonly method: string | null;
  readonly spec: CallableSpec;
  readonly arguments: readonly Argument[];
};

/** What of a tool can be called, the tool itself first and its methods in the order of the code. */
export function callablesOf(description: ToolDescription): Callable[] {
  const specs: [string | null, CallableSpec][] = [
    ...(description.self ? [[null, description.self] as [null, CallableSpec]] : []),
    ...Object.entries(description.methods),
  ];
  return specs.map(([method, spec]) => ({
    method,
    spec,
    arguments: argumentsOf(spec.inputSchema),
  }));
}

/**
 * All arguments of a schema, in its order, each followed by the fields inside of it. Where a value may have several
 * shapes, the fields of all of them are listed; one is required only where every shape requires it.
 */
export function argumentsOf(root: JsonSchema): Argument[] {
  return fieldsOf([root], root, "", []);
}

type Shape = { readonly schema: JsonSchema; readonly seen: readonly string[] };

function fieldsOf(
  schemas: readonly unknown[],
  root: JsonSchema,
  prefix: string,
  seen: readonly string[],
): Argument[] {
  const shapes: Shape[] = schemas.flatMap((schema) => variantsOf(schema, root, seen));
  const objects = shapes.filter(({ schema }) => isObject(schema["properties"]));
  const names = new Set(objects.flatMap(({ schema }) => Object.keys(propertiesOf(schema))));
  const found: Argument[] = [];
  for (const name of names) {
    const having = objects.filter(({ schema }) => Object.hasOwn(propertiesOf(schema), name));
    const schemasOfName = having.map(({ schema }) => propertiesOf(schema)[name]);
    const seenOfName = [...new Set(having.flatMap((shape) => shape.seen))];
    const path = prefix + name;
    found.push({
      path,
      type: typeText(
        schemasOfName.length === 1 ? schemasOfName[0] : { anyOf: schemasOfName },
        root,
      ),
      required:
        having.length === objects.length && having.every(({ schema }) => isRequired(schema, name)),
      ...annotationsOf(schemasOfName),
    });
    found.push(...fieldsOf(schemasOfName, root, `${path}.`, seenOfName));
    found.push(...itemFields(schemasOfName, root, path, seenOfName));
  }
  return found;
}

/** The fields of what stands in an array or under free keys: `tags[].name`, `headers.*.value`. */
function itemFields(
  schemas: readonly unknown[],
  root: JsonSchema,
  path: string,
  seen: readonly string[],
): Argument[] {
  const shapes = schemas.flatMap((schema) => variantsOf(schema, root, seen));
  const items = shapes.flatMap(({ schema }) => [
    schema["items"],
    ...(Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : []),
  ]);
  const others = shapes.map(({ schema }) => schema["additionalProperties"]);
  const refs = [...new Set(shapes.flatMap((shape) => shape.seen))];
  return [
    ...insideOf(items.filter(isObject), `${path}[]`),
    ...insideOf(others.filter(isObject), `${path}.*`),
  ];

  function insideOf(inside: readonly JsonSchema[], at: string): Argument[] {
    if (inside.length === 0) return [];
    return [...fieldsOf(inside, root, `${at}.`, refs), ...itemFields(inside, root, at, refs)];
  }
}

function propertiesOf(schema: JsonSchema): JsonSchema {
  return isObject(schema["properties"]) ? schema["properties"] : {};
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema["required"]) && schema["required"].includes(name);
}

function annotationsOf(
  schemas: readonly unknown[],
): Pick<Argument, "description" | "default" | "schema"> {
  const all = schemas.filter(isObject);
  const described = all.find((schema) => typeof schema["description"] === "string");
  const withDefault = all.find((schema) => "default" in schema);
  return {
    description: typeof described?.["description"] === "string" ? described["description"] : null,
    ...(withDefault ? { default: withDefault["default"] } : {}),
    schema: all.length === 1 && all[0] ? all[0] : { anyOf: all },
  };
}

/** How a callable is written: `skills_tool:load`, or the bare name of the tool. */
export function writtenName(tool: string, method: string | null): string {
  return method === null ? tool : `${tool}:${method}`;
}
