import type { ResultStatus } from "../../contract/index.ts";

/** What a step gives back when it ends the call: the tool does not run, or has not run to its end. */
export type Ended = {
  readonly kind: "ended";
  readonly status: Exclude<ResultStatus, "ok">;
  /** Written for the model: what was wrong, and what to do. Masked and bounded later. */
  readonly message: string;
  /** What was thrown, for the `error_format` extensions. */
  readonly error?: unknown;
  /** The loop guard itself refused the call, so it need not hear of it. */
  readonly byGuard?: true;
};

export function ended(status: Ended["status"], message: string, error?: unknown): Ended {
  return { kind: "ended", status, message, error };
}
