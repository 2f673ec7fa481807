import { z } from "zod";
import type { Protocol, ScriptedCall, SeenCall, SeenMessage } from "./script.ts";

const texts = z
  .union([z.string(), z.array(z.object({ text: z.string() }))])
  .transform((value) =>
    typeof value === "string" ? value : value.map((one) => one.text).join(""),
  );
const item = z.union([
  z.object({
    type: z.literal("function_call"),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal("function_call_output"), call_id: z.string(), output: texts }),
  z.object({ type: z.literal("reasoning"), encrypted_content: z.string() }),
  z.object({ role: z.enum(["system", "developer", "user", "assistant"]), content: texts }),
]);
const request = z.object({
  stream: z.literal(true),
  // Nothing of a conversation is to stay with the provider.
  store: z.literal(false),
  input: z.array(item),
  tools: z.array(z.object({ name: z.string() })).default([]),
  tool_choice: z.unknown().optional(),
});

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

const CREATED = event({
  type: "response.created",
  response: { id: "resp", created_at: 1, model: "m" },
});

function message(pieces: readonly string[], whole: boolean): string[] {
  if (pieces.length === 0) return [];
  const head = { type: "message", id: "msg_1" };
  return [
    event({ type: "response.output_item.added", output_index: 1, item: head }),
    ...pieces.map((delta) =>
      event({ type: "response.output_text.delta", item_id: "msg_1", delta }),
    ),
    ...(whole ? [event({ type: "response.output_item.done", output_index: 1, item: head })] : []),
  ];
}

function functionCall(call: ScriptedCall, index: number): string[] {
  const head = { type: "function_call", id: `fc_${index}`, call_id: call.id, name: call.name };
  return [
    event({
      type: "response.output_item.added",
      output_index: index,
      item: { ...head, arguments: "" },
    }),
    ...call.args.map((delta) =>
      event({
        type: "response.function_call_arguments.delta",
        item_id: head.id,
        output_index: index,
        delta,
      }),
    ),
    event({
      type: "response.output_item.done",
      output_index: index,
      item: { ...head, arguments: call.args.join(""), status: "completed" },
    }),
  ];
}

function reasoning(text: string): string[] {
  const head = { type: "reasoning", id: "rs_1", encrypted_content: "sealed" };
  return [
    event({ type: "response.output_item.added", output_index: 0, item: head }),
    event({ type: "response.reasoning_summary_part.added", item_id: "rs_1", summary_index: 0 }),
    event({
      type: "response.reasoning_summary_text.delta",
      item_id: "rs_1",
      summary_index: 0,
      delta: text,
    }),
    event({ type: "response.output_item.done", output_index: 0, item: head }),
  ];
}

/** The Responses stream of OpenAI itself, which is asked for where no other address is set. */
export const openAIResponses: Protocol = {
  name: "openai responses",
  // Of a name that the package takes for a reasoning model.
  model: "openai/gpt-5-mini",
  env: (_, key) => ({ OPENAI_API_KEY: key }),
  fetch: (url) => (input, init) =>
    fetch(String(input).replace("https://api.openai.com", url), init),
  read(path, headers, body) {
    if (path !== "/v1/responses") return null;
    const { input, tools, tool_choice } = request.parse(body);
    const messages: SeenMessage[] = [];
    let system = "";
    let calls: SeenCall[] | null = null;
    for (const one of input) {
      if ("role" in one) {
        if (one.role === "user") messages.push({ role: "user", text: one.content });
        if (one.role === "system" || one.role === "developer") system += one.content;
        calls = null;
        if (one.role === "assistant") {
          calls = [];
          messages.push({ role: "assistant", text: one.content, calls });
        }
      } else if (one.type === "function_call") {
        if (calls === null) {
          calls = [];
          messages.push({ role: "assistant", text: "", calls });
        }
        const args = JSON.parse(one.arguments) as unknown;
        calls.push({ id: one.call_id, name: one.name, args });
      } else if (one.type === "function_call_output") {
        calls = null;
        messages.push({ role: "tool", id: one.call_id, text: one.output });
      }
    }
    return {
      system,
      tools: tools.map((tool) => tool.name),
      toolChoice: tool_choice,
      key: String(headers["authorization"] ?? "").replace(/^Bearer /, "") || null,
      messages,
      body,
    };
  },
  write(step) {
    const pieces = step.text ?? [];
    switch (step.kind) {
      case "drop":
      case "cut":
        return [
          CREATED,
          ...message(pieces, step.call !== undefined),
          ...(step.call ? functionCall(step.call, 2) : []),
        ];
      case "hang":
        return [CREATED, ...message(pieces, false)];
      case "error":
        return [
          CREATED,
          ...message(pieces, false),
          event({
            type: "error",
            sequence_number: 9,
            error: {
              type: step.overloaded ? "server_error" : "invalid_request_error",
              code: step.overloaded ? "server_error" : "invalid_request_error",
              message: "no",
            },
          }),
        ];
      case "reply":
        return [
          CREATED,
          ...(step.reasoning ? reasoning(step.reasoning) : []),
          ...message(pieces, true),
          ...(step.calls ?? []).flatMap((call, index) => functionCall(call, index + 2)),
          event({
            type: step.finish === "length" ? "response.incomplete" : "response.completed",
            response: {
              incomplete_details: step.finish === "length" ? { reason: "max_output_tokens" } : null,
              usage: { input_tokens: 10, output_tokens: 5 },
            },
          }),
        ];
    }
  },
  error: (_, text) => ({ error: { message: text, type: "error", param: null, code: null } }),
};
