import { createHash } from "node:crypto";
import { canonical } from "../canonical.ts";

/**
 * Ties a decision to one call: a digest of its id, what it calls, its canonical arguments and the source of the tool. A
 * decision about anything else has another binding.
 *
 * @param fingerprint - changes with the tool's source
 */
export function bindingOf(
  call: { readonly id: string; readonly tool: string; readonly method: string | null },
  args: unknown,
  fingerprint: string,
): string {
  return createHash("sha256")
    .update(canonical([call.id, call.tool, call.method, args, fingerprint]))
    .digest("hex");
}
