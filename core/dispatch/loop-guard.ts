import { createHash } from "node:crypto";
import type { ResultStatus } from "../contract/index.ts";
import { canonical } from "./canonical.ts";

/** From this many times on, the same call with the same answer is warned about. */
const WARN_AT = 3;
/** The same call is not run this many times. */
const REFUSE_AT = 5;

export type GuardedCall = {
  readonly tool: string;
  readonly method: string | null;
  /** As far as they are known: parsed, coerced or validated, but the same at every step of one call. */
  readonly args: unknown;
  /** The tool says that repeating is no loop. */
  readonly repeatable: boolean;
};

export type GuardedResult = {
  readonly status: ResultStatus;
  readonly message: string;
};

export type BeforeVerdict =
  | { readonly kind: "go" }
  /** `message` is for the model. */
  | { readonly kind: "refuse"; readonly message: string };

export type AfterVerdict =
  | { readonly kind: "go" }
  /** `message` is for the model: it belongs after the result. */
  | { readonly kind: "warn"; readonly message: string };

/** Notices in one turn that a model goes round in a circle. Pure: no clock, no input or output. */
export interface LoopGuard {
  /**
   * A reply of the model begins. What one reply asks several times in one breath with success counts once: that may be
   * what was wanted, and the model has seen none of the answers.
   */
  beginReply(): void;
  /** Before the call runs. */
  before(call: GuardedCall): BeforeVerdict;
  /** After the call has run, or was ended by an earlier step. Not for what `before` refused. */
  after(call: GuardedCall, result: GuardedResult): AfterVerdict;
  /** How many calls were refused since something new happened; a loop uses it to give up. */
  readonly refused: number;
}

type Seen = {
  /** Digest of the answer, or `failed`: a failure is one whatever it says. */
  answer: string;
  /** How often that came since something new happened, the first time included. */
  times: number;
  /** The reply in which it came last. */
  reply: number;
};

const GO = { kind: "go" } as const;

/**
 * Makes the guard of one turn. A call whose answer was not seen before is progress, and everything starts anew; what
 * only repeats what is known, alone or in a circle of several calls, is counted: at the third time the model is warned,
 * the fifth is refused.
 */
export function createLoopGuard(): LoopGuard {
  const seen = new Map<string, Seen>();
  let reply = 0;
  let refused = 0;

  const progress = (): void => {
    refused = 0;
    for (const known of seen.values()) known.times = Math.min(known.times, 1);
  };

  return {
    get refused() {
      return refused;
    },

    beginReply() {
      reply += 1;
    },

    before(call) {
      if (call.repeatable) return GO;
      const known = seen.get(keyOf(call));
      if (known === undefined || known.times < REFUSE_AT - 1) return GO;
      refused += 1;
      return { kind: "refuse", message: refusal(call, known) };
    },

    after(call, result) {
      if (call.repeatable) return GO;
      const answer = result.status === "ok" ? digest(result.message) : "failed";
      const key = keyOf(call);
      const known = seen.get(key);
      if (known === undefined || known.answer !== answer) {
        progress();
        seen.set(key, { answer, times: 1, reply });
        return GO;
      }
      const sameBreath = known.reply === reply && answer !== "failed";
      if (!sameBreath) known.times += 1;
      known.reply = reply;
      if (sameBreath || known.times < WARN_AT) return GO;
      return { kind: "warn", message: warning(call, known) };
    },
  };
}

function keyOf({ tool, method, args }: GuardedCall): string {
  return digest(`${nameOf({ tool, method })}\n${canonical(args)}`);
}

/** Long texts are kept as a digest, so that a turn of long results takes no memory. */
function digest(text: string): string {
  return text.length <= 100 ? `=${text}` : createHash("sha256").update(text).digest("base64");
}

function nameOf({ tool, method }: Pick<GuardedCall, "tool" | "method">): string {
  return method === null ? tool : `${tool}:${method}`;
}

function warning(call: GuardedCall, { answer, times }: Seen): string {
  const what = answer === "failed" ? "failed" : "had this same answer";
  return (
    `This same call to ${nameOf(call)} has ${what} ${times} times. Repeating it will not help: change the arguments, ` +
    `use another tool, or answer with what you know.${times === REFUSE_AT - 1 ? " It will not run again." : ""}`
  );
}

function refusal(call: GuardedCall, { answer, times }: Seen): string {
  const what = answer === "failed" ? "failed" : "had the same answer";
  return (
    `This call to ${nameOf(call)} was not run: with these arguments it has ${what} ${times} times, and nothing new has ` +
    `happened since. Change the arguments, use another tool, or answer with what you know.`
  );
}
