import { z } from "zod";
import type { Protocol, ScriptedCall, SeenMessage } from "./script.ts";

const text = z.object({ type: z.literal("text"), text: z.string() });
const texts = z
  .union([z.string(), z.array(text)])
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.map((part) => part.text).join("") : (value ?? ""),
  );
const request = z.object({
  stream: z.literal(true),
  system: texts,
  messages: z.array(
    z.object({
      role: z.enum(["user", "assistant"]),
      content: z.array(
        z.discriminatedUnion("type", [
          text,
          z.object({
            type: z.literal("tool_use"),
            id: z.string(),
            name: z.string(),
            input: z.unknown(),
          }),
          z.object({ type: z.literal("tool_result"), tool_use_id: z.string(), content: texts }),
          z.object({ type: z.literal("thinking"), thinking: z.string(), signature: z.string() }),
        ]),
      ),
    }),
  ),
  tools: z.array(z.object({ name: z.string() })).default([]),
  tool_choice: z.unknown().optional(),
});

function event(data: { readonly type: string; readonly [key: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

const START = event({
  type: "message_start",
  message: {
    id: "msg",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  },
});

function block(index: number, start: object, deltas: readonly object[], whole: boolean): string[] {
  return [
    event({ type: "content_block_start", index, content_block: start }),
    ...deltas.map((delta) => event({ type: "content_block_delta", index, delta })),
    ...(whole ? [event({ type: "content_block_stop", index })] : []),
  ];
}

function textBlock(index: number, pieces: readonly string[], whole = true): string[] {
  if (pieces.length === 0) return [];
  const deltas = pieces.map((piece) => ({ type: "text_delta", text: piece }));
  return block(index, { type: "text", text: "" }, deltas, whole);
}

function callBlock(index: number, call: ScriptedCall, whole = true): string[] {
  return block(
    index,
    { type: "tool_use", id: call.id, name: call.name, input: {} },
    call.args.map((partial_json) => ({ type: "input_json_delta", partial_json })),
    whole,
  );
}

/** The messages stream of Anthropic. */
export const anthropic: Protocol = {
  name: "anthropic messages",
  model: "anthropic/test-model",
  env: (url, key) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }),
  read(path, headers, body) {
    if (path !== "/v1/messages") return null;
    const { system, messages, tools, tool_choice } = request.parse(body);
    return {
      system,
      tools: tools.map((tool) => tool.name),
      toolChoice: tool_choice,
      key: typeof headers["x-api-key"] === "string" ? headers["x-api-key"] : null,
      messages: messages.flatMap(({ role, content }): SeenMessage[] => {
        const said = content.map((part) => (part.type === "text" ? part.text : "")).join("");
        if (role === "assistant") {
          const calls = content.flatMap((part) =>
            part.type === "tool_use" ? [{ id: part.id, name: part.name, args: part.input }] : [],
          );
          return [{ role, text: said, calls }];
        }
        const results = content.flatMap((part): SeenMessage[] =>
          part.type === "tool_result"
            ? [{ role: "tool", id: part.tool_use_id, text: part.content }]
            : [],
        );
        return said === "" && results.length > 0 ? results : [...results, { role, text: said }];
      }),
      body,
    };
  },
  write(step) {
    const pieces = step.text ?? [];
    switch (step.kind) {
      case "drop":
      case "cut":
        return [
          START,
          ...textBlock(0, pieces, step.call !== undefined),
          ...(step.call ? callBlock(1, step.call) : []),
        ];
      case "hang":
        return [START, ...textBlock(0, pieces, false)];
      case "error":
        return [
          START,
          ...textBlock(0, pieces, false),
          event({
            type: "error",
            error: step.overloaded
              ? { type: "overloaded_error", message: "Overloaded" }
              : { type: "invalid_request_error", message: "No such thing" },
          }),
        ];
      case "reply": {
        const calls = step.calls ?? [];
        const stop =
          step.finish === "length" ? "max_tokens" : calls.length > 0 ? "tool_use" : "end_turn";
        const thinking = step.reasoning
          ? block(
              0,
              { type: "thinking", thinking: "" },
              [
                { type: "thinking_delta", thinking: step.reasoning },
                { type: "signature_delta", signature: "signed" },
              ],
              true,
            )
          : [];
        return [
          START,
          ...thinking,
          ...textBlock(1, pieces),
          ...calls.flatMap((call, index) => callBlock(index + 2, call)),
          event({
            type: "message_delta",
            delta: { stop_reason: stop, stop_sequence: null },
            usage: { output_tokens: 5 },
          }),
          event({ type: "message_stop" }),
        ];
      }
    }
  },
  error: (status, message) => ({
    type: "error",
    error: {
      type:
        status === 401
          ? "authentication_error"
          : status === 429
            ? "rate_limit_error"
            : status >= 500
              ? "api_error"
              : "invalid_request_error",
      message,
    },
  }),
};
