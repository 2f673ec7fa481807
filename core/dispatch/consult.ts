import type { Host } from "./host.ts";
import type { CallLife } from "./life.ts";

/**
 * What came of putting something to a person. `withdrawn`: the call was stopped, or ended, before there was an answer.
 * `moot`: the answer is known from elsewhere.
 */
export type Consulted =
  | { readonly kind: "answered"; readonly value: unknown }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "timed_out" }
  | { readonly kind: "withdrawn" }
  | { readonly kind: "moot" };

export type Consultation = {
  /** Shows the question; may throw, reject or never settle. Its signal aborts when the question is to be taken away. */
  readonly put: (signal: AbortSignal) => unknown;
  readonly life: CallLife;
  /** Milliseconds, or null to wait as long as the call lives. */
  readonly limit: number | null;
  /** Is given an answer that nobody waits for any more. */
  readonly late: (value: unknown) => void;
  /** Is given a function that makes the question moot; gives back one that ends this. */
  readonly moot?: (settle: () => void) => () => void;
};

/** A host is no part of this program: reading what it says of itself may throw. */
export function canAsk(host: Host): boolean {
  try {
    return host.canAsk === true;
  } catch {
    return false;
  }
}

/** Waits for a person for one call. Meanwhile the call's clock stands still. Never rejects. */
export async function consult(consultation: Consultation): Promise<Consulted> {
  const { put, life, limit, late, moot } = consultation;
  if (life.interruption !== null || life.over) return { kind: "withdrawn" };
  const controller = new AbortController();
  const letGo = life.hold();
  const undo: (() => void)[] = [letGo];
  const outcome = await new Promise<Consulted>((resolve) => {
    let open = true;
    const settle = (consulted: Consulted): void => {
      open = false;
      resolve(consulted);
    };
    undo.push(life.whenDone(() => settle({ kind: "withdrawn" })));
    if (moot !== undefined) undo.push(moot(() => settle({ kind: "moot" })));
    if (limit !== null) {
      const timer = setTimeout(() => settle({ kind: "timed_out" }), limit);
      undo.push(() => clearTimeout(timer));
    }
    new Promise((begin) => begin(put(controller.signal))).then(
      (value) => (open ? settle({ kind: "answered", value }) : late(value)),
      (error: unknown) => (open ? settle({ kind: "threw", error }) : undefined),
    );
  });
  for (const step of undo) step();
  controller.abort(new DOMException("The question is no longer open.", "AbortError"));
  return outcome;
}
