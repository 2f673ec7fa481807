import type { Reply } from "./reply.ts";

/** What a whole reply is to the loop. */
export type Understood =
  | { readonly kind: "answer" }
  | { readonly kind: "calls"; readonly reply: Reply }
  /** Neither: the model is told `note` and asked again. */
  | { readonly kind: "unusable"; readonly note: string }
  | { readonly kind: "refused"; readonly message: string };

/** Reads the reply of a model with tool calling of its own. */
export function understandNative(reply: Reply): Understood {
  if (reply.calls.length > 0) return { kind: "calls", reply };
  if (reply.text.trim() !== "") return { kind: "answer" };
  switch (reply.finish) {
    case "content-filter":
      return { kind: "refused", message: "The provider's content filter stopped the reply." };
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
