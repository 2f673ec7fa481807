import type {
  LanguageModelV3FunctionTool,
  LanguageModelV3Message,
  LanguageModelV3Prompt,
} from "@ai-sdk/provider";
import type { ToolResult } from "../contract/index.ts";
import type { ToolSpec } from "../registry/registry.ts";
import { callsOf } from "./message.ts";
import type { AssistantPart, Message } from "./message.ts";

type AssistantContent = Extract<LanguageModelV3Message, { role: "assistant" }>["content"];

/** Marks what the loop itself says to the model; providers ignore what is not addressed to them. */
const LOOP_NOTE = { pegboard: { note: true } } as const;

/** Whether the loop itself said this, so that a recording does not take it for the person's words. */
export function isLoopNote(message: LanguageModelV3Message): boolean {
  return message.providerOptions?.["pegboard"]?.["note"] === true;
}

/**
 * The conversation in the shape of the AI SDK, legal for every provider whatever a model wrote: names in the letters of
 * the wire, arguments that are objects, no empty text, no half characters.
 */
export function toPrompt(system: string, messages: readonly Message[]): LanguageModelV3Prompt {
  const prompt: LanguageModelV3Prompt = [];
  if (system !== "") prompt.push({ role: "system", content: wellFormed(system) });
  let names: ReadonlyMap<string, string> = new Map();
  for (const message of messages) {
    switch (message.role) {
      case "user": {
        const text = message.text.trim() === "" ? "(an empty message)" : message.text;
        prompt.push({ role: "user", content: [{ type: "text", text: wellFormed(text) }] });
        break;
      }
      case "assistant": {
        const content = message.parts.flatMap(assistantContent);
        names = new Map(callsOf(message).map((call) => [call.id, call.name]));
        if (content.length > 0) prompt.push({ role: "assistant", content });
        break;
      }
      case "tool":
        prompt.push(toolMessage(message.results, names));
        break;
      case "note":
        prompt.push({
          role: "user",
          content: [{ type: "text", text: wellFormed(message.text) }],
          providerOptions: LOOP_NOTE,
        });
    }
  }
  return prompt;
}

/** The tools as functions of the AI SDK. */
export function toFunctionTools(specs: readonly ToolSpec[]): LanguageModelV3FunctionTool[] {
  return specs.map((spec) => ({
    type: "function",
    name: spec.name,
    description: spec.description,
    // The registry has made the schema legal for providers; its type there is plain JSON.
    inputSchema: spec.inputSchema as LanguageModelV3FunctionTool["inputSchema"],
  }));
}

/** The arguments of a call if they are a JSON object, else null. */
export function parseObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null;
  } catch {
    return null;
  }
}

function assistantContent(part: AssistantPart): AssistantContent {
  const options = part.meta && { providerOptions: part.meta };
  switch (part.kind) {
    case "text":
      return part.text === "" && !part.meta
        ? []
        : [{ type: "text", text: wellFormed(part.text), ...options }];
    case "reasoning":
      return [{ type: "reasoning", text: wellFormed(part.text), ...options }];
    case "call":
      return [
        {
          type: "tool-call",
          toolCallId: part.id,
          toolName: wireName(part.name),
          input: parseObject(part.args) ?? { unreadable_arguments: wellFormed(part.args) },
          ...options,
        },
      ];
  }
}

function toolMessage(
  results: readonly ToolResult[],
  names: ReadonlyMap<string, string>,
): LanguageModelV3Message {
  return {
    role: "tool",
    content: results.map((result) => ({
      type: "tool-result",
      toolCallId: result.id,
      toolName: wireName(names.get(result.id) ?? result.tool),
      output: {
        type: result.is_error ? "error-text" : "text",
        value: wellFormed(result.message),
      },
    })),
  };
}

/** A name that a model made up may be refused by its own provider when it comes back in the history. */
function wireName(name: string): string {
  const legal = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64);
  return legal === "" ? "unnamed" : legal;
}

/** Half of a surrogate pair is refused by some providers with the whole request. */
function wellFormed(text: string): string {
  return /\p{Surrogate}/u.test(text) ? Buffer.from(text).toString() : text;
}
