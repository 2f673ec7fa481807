import type { Risk } from "../../contract/index.ts";
import type { ApprovalMode, ApprovalPolicy } from "../../board/profile.ts";

/** What a profile says of one call, and which of its rules says so. */
export type Ruling = { readonly mode: ApprovalMode; readonly rule: string };

/**
 * Applies a profile's `approvals`: the rule for the tool is stronger than the one for the risk. A risk of `deny` is the
 * tool's own and can not be lifted.
 */
export function rule(policy: ApprovalPolicy, tool: string, risk: Risk): Ruling {
  if (risk === "deny") return { mode: "deny", rule: "the tool itself denies it" };
  const own = Object.hasOwn(policy.tools, tool) ? policy.tools[tool] : undefined;
  if (own !== undefined) return { mode: own, rule: `approvals.tools.${tool}: ${own}` };
  return { mode: policy[risk], rule: `approvals.${risk}: ${policy[risk]}` };
}
