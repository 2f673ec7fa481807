import { randomUUID } from "node:crypto";
import { durationMs } from "../contract/index.ts";
import type { Answer, Question } from "../contract/index.ts";
import { type Consulted, canAsk, consult } from "./consult.ts";
import type { EmitDispatch } from "./events.ts";
import type { AskedQuestion, Asker, Host } from "./host.ts";
import type { CallLife } from "./life.ts";
import type { Secrets } from "./secrets/secrets.ts";
import { toText } from "./steps/normalise.ts";
import { clip } from "./text.ts";
import { thrownText } from "./wording.ts";

/**
 * Makes the `ask` of one call: a question to the person through the host. The call's clock stands still until the
 * answer; a question that outlives its call is withdrawn.
 */
export function createAsk(
  asker: Asker,
  life: CallLife,
  { host, secrets, emit }: Readonly<{ host: Host; secrets: Secrets; emit: EmitDispatch }>,
): (question: Question) => Promise<Answer> {
  return async (question) => {
    if (!canAsk(host)) return { status: "no_host" };
    if (life.over) return { status: "cancelled", reason: "the call has its result already" };
    const asked = read(question, asker, secrets);
    emit({ type: "question_asked", question: asked });
    const consulted = await consult({
      life,
      limit: durationMs(question.timeout),
      put: (signal) => host.answer(asked, signal),
      late: () => {},
    });
    const answer = answerOf(consulted, asked, secrets.mask);
    emit({ type: "question_settled", id: asked.id, answer: answer.status });
    return answer;
  };
}

function read(question: Question, asker: Asker, secrets: Secrets): AskedQuestion {
  const { choices, timeout } = question;
  return {
    id: randomUUID(),
    asker,
    text: secrets.mask(toText(question.text)),
    ...(Array.isArray(choices)
      ? { choices: choices.map((choice) => secrets.mask(toText(choice))) }
      : {}),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

/** Silence is never an empty answer, and what is no answer is none. */
function answerOf(
  consulted: Consulted,
  { choices }: AskedQuestion,
  mask: (text: string) => string,
): Answer {
  switch (consulted.kind) {
    case "timed_out":
      return { status: "timed_out" };
    case "withdrawn":
    case "moot":
      return { status: "cancelled", reason: "the call was stopped" };
    case "threw":
      return { status: "cancelled", reason: clip(mask(thrownText(consulted.error)), 200) };
    case "answered":
      return readAnswer(consulted.value, choices?.length ?? 0);
  }
}

function readAnswer(value: unknown, choices: number): Answer {
  const unusable: Answer = { status: "cancelled", reason: "the answer can not be used" };
  try {
    if (typeof value !== "object" || value === null) return unusable;
    const status: unknown = Reflect.get(value, "status");
    if (status === "timed_out" || status === "no_host") return { status };
    if (status === "cancelled") {
      const reason: unknown = Reflect.get(value, "reason");
      return { status, reason: typeof reason === "string" ? reason : "" };
    }
    const text: unknown = Reflect.get(value, "text");
    if (status !== "answered" || typeof text !== "string") return unusable;
    const choice: unknown = Reflect.get(value, "choice");
    const isChoice =
      typeof choice === "number" && Number.isInteger(choice) && choice >= 0 && choice < choices;
    return { status, text, choice: isChoice ? choice : null };
  } catch {
    return unusable;
  }
}
