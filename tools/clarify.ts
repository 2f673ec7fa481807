import { Failed, InvalidArgs, Response, defineTool } from "pegboard";
import type { Answer } from "pegboard";
import { z } from "zod";

/** How often an answer that is none is put back to the person. */
const TRIES = 5;
const DEFAULT_WAIT = 600;

export default defineTool({
  description:
    "Asks the person one question and waits for the answer: with choices, or open. For what only the person can decide.",
  args: z.strictObject({
    question: z.string().min(1).describe("The question, understandable by itself"),
    choices: z
      .array(z.string().min(1))
      .min(2)
      .max(9)
      .optional()
      .describe(
        "Answers to choose from; the person may still say something else. Without it the question is open",
      ),
    wait_seconds: z
      .int()
      .min(1)
      .max(86_400)
      .default(DEFAULT_WAIT)
      .describe("How long to wait for an answer"),
  }),
  risk: "read",
  interactive: true,
  async execute({ question, choices = [], wait_seconds }, { ask }) {
    const labels = choices.map((choice) => choice.trim());
    if (new Set(labels.map(fold)).size < labels.length || labels.includes("")) {
      throw new InvalidArgs("The `choices` must differ from each other, and none may be empty.", [
        "choices",
      ]);
    }
    let text = question;
    const end = Date.now() + wait_seconds * 1_000;
    for (let tried = 0; tried < TRIES; tried += 1) {
      const answer = await ask({
        text,
        timeout: Math.max(1, end - Date.now()),
        ...(labels.length > 0 && { choices: labels }),
      });
      if (answer.status !== "answered") return unanswered(answer, wait_seconds);
      const said = readAnswer(answer, labels);
      if (said.kind === "open") {
        text = `${question}\n(${said.why})`;
        continue;
      }
      const message =
        said.kind === "choice"
          ? `The person chose ${said.index + 1}: ${labels[said.index] ?? ""}`
          : `The person answered: ${said.text}`;
      return new Response({
        message,
        break_loop: false,
        additional: { answer: "answered", choice: said.kind === "choice" ? said.index + 1 : null },
      });
    }
    throw new Failed(
      `The person was asked ${TRIES} times and gave no usable answer. Go on without one, and say so.`,
    );
  },
});

type Said =
  | { readonly kind: "choice"; readonly index: number }
  | { readonly kind: "text"; readonly text: string }
  /** No answer yet. */
  | { readonly kind: "open"; readonly why: string };

/** A choice may be named by its number, or by its label in whatever case. */
function readAnswer(
  { text, choice }: Extract<Answer, { status: "answered" }>,
  labels: readonly string[],
): Said {
  const said = text.trim();
  const index = choice ?? labels.findIndex((label) => fold(label) === fold(said));
  if (index >= 0 && index < labels.length) return { kind: "choice", index };
  if (said === "") return { kind: "open", why: "An empty answer is none." };
  if (labels.length === 0 || !/^\d+$/.test(said)) return { kind: "text", text: said };
  const number = Number(said);
  if (number >= 1 && number <= labels.length) return { kind: "choice", index: number - 1 };
  return { kind: "open", why: `There is no choice ${said}; they are 1 to ${labels.length}.` };
}

function unanswered(answer: Exclude<Answer, { status: "answered" }>, waited: number): Response {
  switch (answer.status) {
    case "timed_out":
      return new Response({
        message: `Timed out: nobody answered within ${waited} seconds. That is no answer. Decide what can be decided without it and say what you assumed, or stop.`,
        break_loop: false,
        additional: { answer: "timed_out", choice: null },
      });
    case "no_host":
      throw new Failed(
        "Nobody can be asked here. Decide what can be decided without an answer, and say what you assumed.",
      );
    case "cancelled":
      throw new Failed(
        `The question was withdrawn (${answer.reason || "no reason given"}). That is no answer.`,
      );
  }
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}
