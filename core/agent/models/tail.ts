import type { LanguageModelV3Prompt, LanguageModelV3ToolResultPart } from "@ai-sdk/provider";
import { isLoopNote } from "../prompt-messages.ts";

/** One thing that was said to the model. */
export type Said =
  | { readonly kind: "user"; readonly text: string }
  | { readonly kind: "results"; readonly results: readonly LanguageModelV3ToolResultPart[] };

/**
 * What was said to the model since it last spoke, by the person and by tools; what the loop itself said is left out.
 *
 * @param seen - how many messages the request before had: a reply that could not be used leaves no message of its own
 */
export function saidSince(prompt: LanguageModelV3Prompt, seen: number): Said[] {
  const last = prompt.findLastIndex((message) => message.role === "assistant");
  const from = seen > prompt.length ? last + 1 : Math.max(seen, last + 1);
  return prompt.slice(from).flatMap((message): Said[] => {
    if (message.role === "user" && !isLoopNote(message)) {
      const text = message.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      return [{ kind: "user", text }];
    }
    if (message.role === "tool") {
      const results = message.content.filter((part) => part.type === "tool-result");
      return [{ kind: "results", results }];
    }
    return [];
  });
}
