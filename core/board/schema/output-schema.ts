import type { ArgsSchema, JsonSchema } from "../../contract/index.ts";
import { isMapping } from "../mapping.ts";
import { Losses } from "./losses.ts";
import type { Loss } from "./losses.ts";
import { rawJsonSchema } from "./raw.ts";
import { objectRoot } from "./root.ts";
import { simplify } from "./simplify.ts";

export type OutputSchema = {
  /** Its root is an object. */
  readonly schema: JsonSchema;
  /** What a client is not told, or not told exactly. */
  readonly losses: readonly Loss[];
  /** False: no object fits, so that no result ever does. */
  readonly possible: boolean;
};

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema by which an MCP client is told what a structured result looks like: what is sent is what the schema
 * makes of a tool's result. It goes to no provider of models, so that it stays as exact as its library tells it. Never
 * throws.
 */
export function outputSchema(output: ArgsSchema): OutputSchema {
  const losses = new Losses();
  try {
    const raw = rawJsonSchema(output, losses, "output");
    const possible = objectRoot(simplify(raw, new Losses())) !== null;
    const { $schema, ...schema }: Readonly<Record<string, unknown>> = isMapping(raw) ? raw : {};
    const dialect = $schema === undefined || $schema === DIALECT ? {} : { $schema };
    const root = { ...dialect, ...schema, ...spelledOut(schema["properties"]), type: "object" };
    return { schema: root, losses: losses.list(), possible };
  } catch (error) {
    const cause = error instanceof Error ? error.message : "an error";
    losses.add("", `the schema can not be read (${cause.slice(0, 200)})`);
    return { schema: { type: "object" }, losses: losses.list(), possible: true };
  }
}

/** Clients of the older revisions know no property whose schema is `true` or `false`. */
function spelledOut(properties: unknown): { readonly properties?: JsonSchema } {
  if (!isMapping(properties)) return {};
  const spelled = Object.entries(properties).map(([name, schema]) => {
    if (typeof schema !== "boolean") return [name, schema];
    return [name, schema ? {} : { not: {} }];
  });
  return { properties: Object.fromEntries(spelled) };
}
