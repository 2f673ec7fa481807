import type { Answer } from "../../contract/index.ts";
import type { ApprovalDecision, ApprovalRequest, AskedQuestion, Host } from "../host.ts";

type Unbound<D> = D extends ApprovalDecision ? Omit<D, "id" | "binding"> : never;

/** What a person would do with one question. */
export type Scripted<A> =
  | A
  /** Answers after so many milliseconds, whether or not the question is still open. */
  | { readonly after: number; readonly give: Scripted<A> }
  /** Never answers. */
  | { readonly silent: true }
  | { readonly throws: unknown }
  /** Gives back exactly this, whatever it is. */
  | { readonly raw: unknown };

export type ScriptedApproval = Scripted<Unbound<ApprovalDecision>>;
export type ScriptedAnswer = Scripted<Answer>;

export type Script = {
  /** One for each approval in turn, or a function of the request. Default: none is expected, which is a fault. */
  readonly approvals?:
    | readonly ScriptedApproval[]
    | ((request: ApprovalRequest, signal: AbortSignal) => ScriptedApproval);
  readonly answers?:
    | readonly ScriptedAnswer[]
    | ((question: AskedQuestion, signal: AbortSignal) => ScriptedAnswer);
};

/** A host that answers from a script, and remembers what it was asked. */
export type ScriptedHost = Host & {
  readonly requests: readonly ApprovalRequest[];
  readonly questions: readonly AskedQuestion[];
  /** The ids of the questions that are open now. */
  readonly open: ReadonlySet<string>;
};

/**
 * Makes a host for tests and for recorded conversations.
 *
 * @param script - what is answered; see `Script`
 */
export function scriptedHost(script: Script): ScriptedHost {
  const requests: ApprovalRequest[] = [];
  const questions: AskedQuestion[] = [];
  const open = new Set<string>();
  const watch = (id: string, signal: AbortSignal): void => {
    open.add(id);
    signal.addEventListener("abort", () => open.delete(id), { once: true });
  };
  return {
    name: "scripted",
    canAsk: true,
    requests,
    questions,
    open,
    async approve(request, signal) {
      watch(request.id, signal);
      const { approvals = [] } = script;
      const step =
        typeof approvals === "function"
          ? approvals(request, signal)
          : (approvals[requests.length] ?? { throws: new Error("no approval was scripted") });
      requests.push(request);
      const { id, binding } = request;
      return perform(step, (decision) => ({ ...decision, id, binding }));
    },
    async answer(question, signal) {
      watch(question.id, signal);
      const { answers = [] } = script;
      const step =
        typeof answers === "function"
          ? answers(question, signal)
          : (answers[questions.length] ?? { throws: new Error("no answer was scripted") });
      questions.push(question);
      return perform(step, (answer) => answer);
    },
  };
}

async function perform<A extends object, B>(
  step: Scripted<A>,
  finish: (answer: A) => B,
): Promise<B> {
  if ("after" in step) {
    await new Promise((resolve) => setTimeout(resolve, step.after));
    return perform(step.give, finish);
  }
  if ("silent" in step) return new Promise(() => {});
  if ("throws" in step) throw step.throws;
  // A host outside the type system may give back anything: that is what `raw` stands for.
  if ("raw" in step) return step.raw as B;
  return finish(step);
}
