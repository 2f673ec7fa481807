import type { LanguageModelV3Prompt } from "@ai-sdk/provider";
import type { ToolSpec } from "../registry/registry.ts";
import type { Message } from "./message.ts";
import { toPrompt } from "./prompt-messages.ts";
import type { Reply, TextGate } from "./reply.ts";

/** What a whole reply is to the loop. */
export type Understood =
  | { readonly kind: "answer" }
  | { readonly kind: "calls"; readonly reply: Reply }
  /** Neither: the model is told `note` and asked again. */
  | { readonly kind: "unusable"; readonly note: string }
  /** The provider will have none of it. */
  | { readonly kind: "refused"; readonly message: string };

/** How calls travel: through the provider's own tool calling, or as JSON in the text. */
export type CallProtocol = {
  /** What the provider is given as functions. */
  readonly functions: readonly ToolSpec[];
  prompt(system: string, messages: readonly Message[]): LanguageModelV3Prompt;
  /** Decides what of a reply's text is shown while it comes. Default: all of it. */
  gate?(): TextGate;
  understand(reply: Reply): Understood;
};

/** For models with tool calling of their own. */
export function nativeCalls(specs: readonly ToolSpec[]): CallProtocol {
  return {
    functions: specs,
    prompt: toPrompt,
    understand: (reply) =>
      reply.calls.length > 0 && reply.finish !== "content-filter"
        ? { kind: "calls", reply }
        : understandText(reply),
  };
}

/** A reply without calls: its text is the answer, if it has any. */
export function understandText(reply: Reply): Understood {
  const filtered = reply.finish === "content-filter";
  // What the filter stopped may have been about to say more: nothing of it is run.
  if (filtered && (reply.calls.length > 0 || reply.text.trim() === "")) {
    return { kind: "refused", message: "The provider's content filter stopped the reply." };
  }
  if (reply.text.trim() !== "") return { kind: "answer" };
  switch (reply.finish) {
    case "length":
      return {
        kind: "unusable",
        note: "Your last reply reached the longest length allowed before it said anything. Think less, and answer or call a tool.",
      };
    default:
      return {
        kind: "unusable",
        note: "Your last reply was empty. Answer in text, or call a tool.",
      };
  }
}
