import { isRisk } from "../contract/index.ts";
import type { Risk, ToolClass } from "../contract/index.ts";

/**
 * The risk that a tool, or a method of it, declares. What is no risk counts as `write`, and what is not there as `deny`.
 *
 * @param method - null for the tool itself
 */
export function declaredRisk(tool: ToolClass, method: string | null): Risk {
  const callable = method === null ? tool : ownMethod(tool, method);
  if (callable === undefined) return "deny";
  const declared = callable.risk ?? tool.risk;
  return isRisk(declared) ? declared : "write";
}

/** A method that the tool itself has, whatever objects inherit. */
export function ownMethod(tool: ToolClass, method: string) {
  const methods = tool.methods ?? {};
  return Object.hasOwn(methods, method) ? methods[method] : undefined;
}
