import type { Consulted } from "../consult.ts";
import type { ApprovalDecision, ApprovalRequest } from "../host.ts";
import { clip } from "../text.ts";
import { thrownText } from "../wording.ts";

const REASON_CHARS = 500;

/** What is to be made of a question that was put. `stale`: the answer belongs to another question. */
export type Heard =
  | ApprovalDecision
  | { readonly kind: "stale" }
  | Exclude<Consulted, { kind: "answered" | "threw" }>;

/**
 * Reads what came of a question. A host may be a page, a program or broken, so nothing about its answer is taken for
 * granted: one that can not be used, and a throw, count as a question that was broken off.
 *
 * @param request - the question; its id and binding must be in the decision
 * @param mask - is applied to reasons before they are cut
 */
export function hear(
  consulted: Consulted,
  { id, binding }: Pick<ApprovalRequest, "id" | "binding">,
  mask: (text: string) => string,
): Heard {
  switch (consulted.kind) {
    case "timed_out":
    case "withdrawn":
    case "moot":
      return consulted;
    case "threw":
      return { kind: "cancel", id, binding, reason: clip(mask(thrownText(consulted.error)), 200) };
    case "answered":
      break;
  }
  const unusable = { kind: "cancel", id, binding, reason: "the answer can not be used" } as const;
  try {
    const { value } = consulted;
    if (typeof value !== "object" || value === null) return unusable;
    const kind: unknown = Reflect.get(value, "kind");
    if (typeof kind !== "string") return unusable;
    if (Reflect.get(value, "id") !== id || Reflect.get(value, "binding") !== binding) {
      return { kind: "stale" };
    }
    switch (kind) {
      case "allow_once":
      case "allow_session":
        return { kind, id, binding };
      case "allow_edited":
        return edited(Reflect.get(value, "args"), { id, binding }) ?? unusable;
      case "deny":
      case "no_host":
      case "cancel":
        return { kind, id, binding, reason: reasonOf(value, mask) };
      default:
        return unusable;
    }
  } catch {
    return unusable;
  }
}

/** Whether a host says that its question was broken off. */
export function isCancel(value: unknown): boolean {
  try {
    return typeof value === "object" && value !== null && Reflect.get(value, "kind") === "cancel";
  } catch {
    return false;
  }
}

/** Null without arguments: none at all would run as an empty object, which nobody has approved. */
function edited(
  args: unknown,
  bound: Pick<ApprovalRequest, "id" | "binding">,
): Extract<ApprovalDecision, { kind: "allow_edited" }> | null {
  return args === undefined || args === null ? null : { kind: "allow_edited", ...bound, args };
}

function reasonOf(decision: object, mask: (text: string) => string): string {
  const reason: unknown = Reflect.get(decision, "reason");
  return typeof reason === "string" ? clip(mask(reason.trim()), REASON_CHARS) : "";
}
