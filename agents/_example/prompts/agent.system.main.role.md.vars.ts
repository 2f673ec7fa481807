import { basename } from "node:path";
import type { PromptContext, PromptVariables } from "pegboard";

/** Variables for `agent.system.main.role.md`. The same input gives the same variables, so that the prompt can be cached. */
export default function variables({ workspace }: PromptContext): PromptVariables {
  return { formal: false, workspace_name: basename(workspace) };
}
