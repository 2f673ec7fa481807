import type { ToolResult } from "../contract/index.ts";
import type { ToolSpec } from "../registry/registry.ts";
import { writtenName } from "../registry/wire-names.ts";
import type { AssistantPart, CallPart, Message } from "./message.ts";
import { parseObject, toPrompt } from "./prompt-messages.ts";
import { understandText } from "./protocol.ts";
import type { CallProtocol } from "./protocol.ts";
import type { TextGate } from "./reply.ts";
import { ReplyStream, readReply } from "./text-protocol/index.ts";

/** For models without tool calling: a reply that is one JSON request, and nothing else, is a call (DESIGN, "Agent"). */
export function textCalls(specs: readonly ToolSpec[]): CallProtocol {
  const methods = methodsByTool(specs);
  const written = new Map(specs.map((spec) => [spec.name, writtenName(spec.tool, spec.method)]));
  const wire = new Map([...written].map(([name, shown]) => [shown, name]));
  return {
    functions: [],
    prompt: (system, messages) =>
      toPrompt(
        system,
        messages.map((message) => asText(message, written)),
      ),
    gate: createGate,
    understand(reply) {
      const reading = readReply(reply.text, (tool) => methods.get(tool) ?? null);
      switch (reading.kind) {
        case "answer":
          return understandText(reply);
        case "refused":
          return { kind: "unusable", note: reading.message };
        case "request": {
          const { tool, method, args } = reading.request;
          const name = writtenName(tool, method);
          const call: CallPart = {
            kind: "call",
            id: "",
            // In the conversation a call has one name, however it was made.
            name: wire.get(name) ?? name,
            args: JSON.stringify(args),
          };
          const kept = reply.parts.filter((part) => part.kind === "reasoning");
          return { kind: "calls", reply: { ...reply, parts: [...kept, call], calls: [call] } };
        }
      }
    },
  };
}

function methodsByTool(specs: readonly ToolSpec[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, string[]>();
  for (const { tool, method } of specs) {
    const known = methods.get(tool) ?? [];
    methods.set(tool, method === null ? known : [...known, method]);
  }
  return methods;
}

/** Shows an answer as it comes; what may still be a request is held back. */
function createGate(): TextGate {
  const stream = new ReplyStream();
  let held = "";
  return {
    push(text) {
      held += text;
      if (stream.push(text) !== "prose") return "";
      const shown = held;
      held = "";
      return shown;
    },
    get complete() {
      return stream.state === "complete";
    },
  };
}

/** Calls and results as a model sees them that knows no tool calling. */
function asText(message: Message, written: ReadonlyMap<string, string>): Message {
  switch (message.role) {
    case "assistant":
      return { role: "assistant", parts: message.parts.map((part) => partAsText(part, written)) };
    case "tool":
      return { role: "note", text: message.results.map(resultAsText).join("\n\n") };
    default:
      return message;
  }
}

function partAsText(part: AssistantPart, written: ReadonlyMap<string, string>): AssistantPart {
  if (part.kind !== "call") return part;
  const name = written.get(part.name) ?? part.name;
  const request = { tool_name: name, tool_args: parseObject(part.args) ?? part.args };
  return { kind: "text", text: JSON.stringify(request) };
}

function resultAsText({ tool, method, is_error, message }: ToolResult): string {
  return `${is_error ? "Error" : "Result"} of ${writtenName(tool, method)}:\n${message}`;
}
