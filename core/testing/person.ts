import type { Answer } from "../contract/index.ts";
import type { ApprovalRequest, AskedQuestion, Host } from "../dispatch/host.ts";
import { noHost } from "../dispatch/hosts/none.ts";
import { scriptedHost } from "../dispatch/hosts/scripted.ts";
import type { ScriptedApproval } from "../dispatch/hosts/scripted.ts";

/** Who is asked while a tool is tested, and what they do. Made by `approves`, `denies` and the others here. */
export type Person = {
  readonly kind: "person" | "nobody";
  /** What they do with a call that needs approval. */
  decide(request: ApprovalRequest): ScriptedApproval;
  /** The turn is stopped when they are asked for approval. */
  readonly stops: boolean;
  /** Milliseconds that an approval stays open, or null for the profile's. */
  readonly patience: number | null;
};

const PERSON = { kind: "person", stops: false, patience: null } as const;

/** Allows every call, once. */
export function approves(): Person {
  return { ...PERSON, decide: () => ({ kind: "allow_once" }) };
}

/** Allows a call with other arguments. */
export function edits(args: unknown): Person {
  return { ...PERSON, decide: () => ({ kind: "allow_edited", args }) };
}

/** Denies every call. */
export function denies(reason = "not now"): Person {
  return { ...PERSON, decide: () => ({ kind: "deny", reason }) };
}

/**
 * Never answers, so that the time for an approval runs out.
 *
 * @param ms - how long an approval stays open, in milliseconds
 */
export function ignores(ms = 20): Person {
  return { ...PERSON, patience: ms, decide: () => ({ silent: true }) };
}

/** Stops the turn instead of answering. */
export function stops(): Person {
  return { ...PERSON, stops: true, decide: () => ({ silent: true }) };
}

/** There is nobody who could be asked: what needs approval is denied at once. */
export function nobody(): Person {
  return { ...PERSON, kind: "nobody", decide: () => ({ silent: true }) };
}

/** What a person answers to a tool's questions, one after the other: a text, the label or number of a choice, or any outcome. */
export type GivenAnswer = string | Answer;

export type PersonHost = {
  readonly host: Host;
  readonly approvals: readonly ApprovalRequest[];
  readonly questions: readonly AskedQuestion[];
};

/**
 * The host that stands for a person.
 *
 * @param answers - when they run out, nobody answers in time
 * @param stop - stops the turn
 */
export function hostOf(
  person: Person,
  answers: readonly GivenAnswer[],
  stop: () => void,
): PersonHost {
  if (person.kind === "nobody") return { host: noHost, approvals: [], questions: [] };
  let answered = 0;
  const host = scriptedHost({
    approvals(request) {
      if (person.stops) stop();
      return person.decide(request);
    },
    answers(question) {
      const answer = answers[answered++];
      if (answer === undefined) return { status: "timed_out" };
      return typeof answer === "string" ? toAnswer(answer, question.choices ?? []) : answer;
    },
  });
  return { host, approvals: host.requests, questions: host.questions };
}

function toAnswer(text: string, choices: readonly string[]): Answer {
  const number = /^\d+$/.test(text) ? Number(text) - 1 : -1;
  const choice = choices[number] === undefined ? choices.indexOf(text) : number;
  const chosen = choices[choice];
  return chosen === undefined
    ? { status: "answered", text, choice: null }
    : { status: "answered", text: chosen, choice };
}
