import type { SharedV3ProviderMetadata } from "@ai-sdk/provider";
import type { ToolResult } from "../contract/index.ts";

/** What a provider wants back with the part it came with: a reasoning signature, an item id. Opaque plain data. */
export type PartMeta = SharedV3ProviderMetadata;

/** A call as the model wrote it; `args` is its JSON text, broken or not. */
export type CallPart = {
  readonly kind: "call";
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly meta?: PartMeta;
};

export type AssistantPart =
  | { readonly kind: "text"; readonly text: string; readonly meta?: PartMeta }
  | { readonly kind: "reasoning"; readonly text: string; readonly meta?: PartMeta }
  | CallPart;

/**
 * One message of a conversation: plain data that survives JSON, secrets masked, in no provider's shape. The results of a
 * reply's calls are one message, in the order asked.
 */
export type Message =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly parts: readonly AssistantPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolResult[] }
  /** What the loop itself tells the model. */
  | { readonly role: "note"; readonly text: string };

export function callsOf(message: Message | undefined): readonly CallPart[] {
  if (message?.role !== "assistant") return [];
  return message.parts.filter((part) => part.kind === "call");
}

/**
 * What a stored conversation lacks to go on: when a process died while calls ran, the results of these.
 *
 * @param known - results that were kept before all of their neighbours had one
 * @returns the message to append, or null when nothing is missing
 */
export function missingResults(
  messages: readonly Message[],
  known: ReadonlyMap<string, ToolResult>,
): Message | null {
  const last = messages.findLastIndex((message) => message.role === "assistant");
  const answered = new Set(
    messages
      .slice(last + 1)
      .flatMap((message) => (message.role === "tool" ? message.results : []))
      .map((result) => result.id),
  );
  const calls = callsOf(messages[last]).filter((call) => !answered.has(call.id));
  if (calls.length === 0) return null;
  return { role: "tool", results: calls.map((call) => known.get(call.id) ?? interrupted(call)) };
}

function interrupted(call: CallPart): ToolResult {
  return {
    id: call.id,
    tool: call.name,
    method: null,
    status: "cancelled",
    is_error: true,
    message:
      "The call was interrupted before its result was known. Whether it took effect is not known: look before you call it again.",
    break_loop: false,
    additional: null,
    ms: 0,
  };
}
