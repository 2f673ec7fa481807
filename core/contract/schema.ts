import type { Additional } from "./response.ts";

/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type SchemaIssue = {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
};

export type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/**
 * A schema of any library that speaks Standard Schema (https://standardschema.dev); zod does. Schemas are recognised by
 * `~standard`, never by the internals of one library.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What `args` of a tool may be: a zod object, any other Standard Schema, or JSON Schema for a tool that wraps something foreign. */
export type ArgsSchema = StandardSchema | JsonSchema;

/** The type of the arguments that `execute` receives. */
export type ArgsOf<S> = ArgsSchema extends S
  ? Record<string, unknown>
  : S extends StandardSchema<unknown, infer Output>
    ? Output
    : Record<string, unknown>;

/** The type of the structured result that `output` describes: what the schema takes. It is always an object. */
export type OutputOf<S> = ArgsSchema extends S
  ? Additional
  : S extends StandardSchema<infer Input, unknown>
    ? unknown extends Input
      ? Additional
      : Input extends Additional
        ? Input
        : never
    : Additional;

export function isStandardSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return false;
  const standard: unknown = Reflect.get(value, "~standard");
  return (
    typeof standard === "object" &&
    standard !== null &&
    typeof Reflect.get(standard, "validate") === "function"
  );
}
