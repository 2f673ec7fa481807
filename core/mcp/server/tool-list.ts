import type { Tool } from "@modelcontextprotocol/server";
import type { Registry } from "../../registry/registry.ts";

/** The tools of a registry as MCP lists them, sorted by wire name. Nothing is imported for it. */
export function toolList(registry: Registry): Tool[] {
  return registry.specs().map(({ name, description, inputSchema }) => {
    const found = registry.lookUp(name);
    const outputSchema = found.kind === "found" ? found.spec.outputSchema : undefined;
    // A tool whose single calls may turn out worse than its declaration is promised by nobody to only read.
    const readsOnly = found.kind === "found" && found.spec.risk === "read" && !found.spec.assessed;
    return {
      name,
      description,
      inputSchema: { ...inputSchema, type: "object" },
      ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema, type: "object" } }),
      annotations: { readOnlyHint: readsOnly, destructiveHint: !readsOnly },
    };
  });
}
