import type { ArgsSchema, JsonSchema } from "../../contract/index.ts";
import { Losses } from "./losses.ts";
import type { Loss } from "./losses.ts";
import { rawJsonSchema } from "./raw.ts";
import { objectRoot } from "./root.ts";
import { simplify } from "./simplify.ts";

export type WireSchema = {
  /** Its root is an object; legal for every provider. */
  readonly schema: JsonSchema;
  /** What a model is not told, or not told exactly. */
  readonly losses: readonly Loss[];
  /** False: no object is accepted, so that no call can ever be valid. */
  readonly callable: boolean;
};

/**
 * The JSON Schema by which a model is told what arguments a tool takes (DESIGN, "Registry"). Never throws.
 *
 * @param args - absent for a tool without arguments
 */
export function wireSchema(args: ArgsSchema | undefined): WireSchema {
  const losses = new Losses();
  try {
    const schema = objectRoot(simplify(rawJsonSchema(args, losses), losses));
    return { schema: schema ?? openObject(), losses: losses.list(), callable: schema !== null };
  } catch (error) {
    // What a tool file exports may be anything, a proxy that throws at every touch among it.
    const cause = error instanceof Error ? error.message : "an error";
    losses.add("", `the schema can not be read (${cause.slice(0, 200)})`);
    return { schema: openObject(), losses: losses.list(), callable: true };
  }
}

function openObject(): JsonSchema {
  return { type: "object", properties: {} };
}
