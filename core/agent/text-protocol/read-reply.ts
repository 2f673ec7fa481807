import { looksLeaked, readLeaked } from "./leaked.ts";
import { ObjectReader } from "./object-reader.ts";
import { normaliseRequest } from "./request.ts";
import type { Offered, TextRequest } from "./request.ts";

export const PROBLEMS = [
  "text-before",
  "text-after",
  "unterminated-fence",
  "two-objects",
  "two-fences",
  "cut-off",
  "malformed",
  "invalid",
  "leaked",
] as const;

export type Problem = (typeof PROBLEMS)[number];

/** What a whole reply of a model that has no tool calling of its own is. */
export type Reading =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "request"; readonly request: TextRequest }
  /** It was meant as a request and is not executed; `message` tells the model why, and what to write. */
  | { readonly kind: "refused"; readonly problem: Problem; readonly message: string };

const FENCE = /^(?<fence>`{3,}|~{3,})[ \t]*(?:json[c5]?)?[ \t]*\r?\n\s*/i;
/** A key that only a tool request has, in the first object of a text. */
const REQUEST_KEY = /["'{,\s](?:tool_name|tool_args|tool)["']?\s*:/;
/** A request on lines of its own, or in a fence, with prose around it. A request inside a line of prose is an example. */
const REQUEST_ON_A_LINE =
  /(?:^|\n)[ \t]*(?:(?:`{3,}|~{3,})[^\n]*\n\s*)?\{[\s\S]{0,400}?["'](?:tool_name|tool)["']\s*:/;

/**
 * Reads a complete reply. It is executed only if the whole of it is one request, bare or alone in one code fence (DESIGN,
 * "Agent"); whatever else was meant as a request is answered with what was wrong.
 *
 * @param reply - the whole text of the reply
 * @param offered - the tools that the model may ask for
 */
export function readReply(reply: string, offered: Offered): Reading {
  const text = reply.replace(/^\uFEFF/, "").trim();
  if (looksLeaked(text)) return readLeakedReply(text, offered);
  const fence = FENCE.exec(text);
  const body = fence ? text.slice(fence[0].length) : text;
  if (!body.startsWith("{")) return readProse(text);

  const reader = new ObjectReader();
  switch (reader.push(body)) {
    case "reading":
      return refused("cut-off", "the request was cut off before its object was complete");
    case "bad":
      return REQUEST_KEY.test(body)
        ? refused("malformed", `the request is no valid JSON: ${reader.problem}`)
        : answer(text);
    case "complete": {
      const normalised = normaliseRequest(reader.value, offered);
      if (normalised.kind === "no-request") return answer(text);
      const around = problemAfter(body.slice(reader.length), fence?.groups?.["fence"]);
      if (around) return around;
      return normalised.kind === "request" ? normalised : refused("invalid", normalised.what);
    }
  }
}

/** What stands behind the object of a request, when anything but the end of its fence does. */
function problemAfter(after: string, fence: string | undefined): Reading | null {
  const rest = after.trim();
  if (fence === undefined) {
    if (rest === "") return null;
    return rest.startsWith("{")
      ? refused("two-objects", "the reply holds two objects; ask for one tool at a time")
      : refused("text-after", "there is text after the request");
  }
  if (rest.startsWith("{"))
    return refused("two-objects", "the fence holds two objects; ask for one tool at a time");
  if (!rest.startsWith(fence)) {
    return rest === "" || /^[`~]+$/.test(rest)
      ? refused("unterminated-fence", "the code fence is not closed")
      : refused("text-after", "there is text after the request, inside its fence");
  }
  const behind = rest.slice(fence.length).trim();
  if (behind === "") return null;
  return /^(?:`{3,}|~{3,})/.test(behind)
    ? refused("two-fences", "the reply holds two code fences; ask for one tool at a time")
    : refused("text-after", "there is text after the request");
}

function readProse(text: string): Reading {
  return REQUEST_ON_A_LINE.test(text)
    ? refused("text-before", "there is text before the request")
    : answer(text);
}

function readLeakedReply(text: string, offered: Offered): Reading {
  const leaked = readLeaked(text);
  if (leaked.kind !== "request") {
    return refused(
      "leaked",
      leaked.kind === "invalid" ? leaked.what : "this is no form of a request",
    );
  }
  const { tool, method } = leaked.request;
  const methods = offered(tool);
  if (methods === null || (method !== null && !methods.includes(method))) {
    return refused(
      "leaked",
      `there is no tool ${JSON.stringify(method === null ? tool : `${tool}:${method}`)}`,
    );
  }
  return leaked;
}

const FORM = 'Reply with nothing but one JSON object: {"tool_name": "…", "tool_args": {…}}';

function refused(problem: Problem, what: string): Reading {
  return { kind: "refused", problem, message: `Nothing was run: ${what}. ${FORM}.` };
}

function answer(text: string): Reading {
  return { kind: "answer", text };
}
