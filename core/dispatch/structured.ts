import type { Additional, JsonSchema } from "../contract/index.ts";

/**
 * What of `additional` is the structured result: all of it but `content`, where that is a list of parts (pictures, links)
 * beside the message. `content` that the output schema names is the tool's own.
 */
export function structuredPart(additional: Additional, outputSchema?: JsonSchema): Additional {
  const { content, ...rest } = additional;
  return Array.isArray(content) && !names(outputSchema, "content") ? rest : additional;
}

function names(schema: JsonSchema | undefined, property: string): boolean {
  const properties: unknown = schema?.["properties"];
  return (
    typeof properties === "object" && properties !== null && Object.hasOwn(properties, property)
  );
}
