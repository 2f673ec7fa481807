import { z } from "zod";
import type { Protocol, ScriptedCall, SeenMessage } from "./script.ts";

const toolCall = z.object({
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const content = z
  .union([z.string(), z.null(), z.array(z.object({ text: z.string() }))])
  .optional()
  .transform((value) =>
    Array.isArray(value) ? value.map((part) => part.text).join("") : (value ?? ""),
  );
const request = z.object({
  stream: z.literal(true),
  messages: z.array(
    z.discriminatedUnion("role", [
      z.object({ role: z.literal("system"), content }),
      z.object({ role: z.literal("developer"), content }),
      z.object({ role: z.literal("user"), content }),
      z.object({
        role: z.literal("assistant"),
        content,
        tool_calls: z.array(toolCall).default([]),
      }),
      z.object({ role: z.literal("tool"), content, tool_call_id: z.string() }),
    ]),
  ),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
  tool_choice: z.unknown().optional(),
});

function chunk(delta: object, finish: string | null = null): string {
  return event({
    id: "chat",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function callChunks(call: ScriptedCall, index: number): string[] {
  const [first = "", ...rest] = call.args;
  const piece = (part: object) => chunk({ tool_calls: [{ index, ...part }] });
  return [
    piece({ id: call.id, type: "function", function: { name: call.name, arguments: first } }),
    ...rest.map((args) => piece({ function: { arguments: args } })),
  ];
}

/** The chat-completions stream of OpenAI, and of the many servers that imitate it. */
export function openAIChat(provider: "openai" | "compatible" = "openai"): Protocol {
  return {
    name: `${provider} chat completions`,
    model: `${provider}/test-model`,
    env: (url, key): Record<string, string> =>
      provider === "openai"
        ? { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: key }
        : { PEGBOARD_BASE_URL: url, PEGBOARD_API_KEY: key },
    read(path, headers, body) {
      if (path !== "/v1/chat/completions") return null;
      const { messages, tools, tool_choice } = request.parse(body);
      return {
        system: messages
          .map((m) => (m.role === "system" || m.role === "developer" ? m.content : ""))
          .join(""),
        tools: tools.map((tool) => tool.function.name),
        toolChoice: tool_choice,
        key: String(headers["authorization"] ?? "").replace(/^Bearer /, "") || null,
        messages: messages.flatMap((message): SeenMessage[] => {
          switch (message.role) {
            case "user":
              return [{ role: "user", text: message.content }];
            case "assistant":
              return [
                {
                  role: "assistant",
                  text: message.content,
                  calls: message.tool_calls.map((call) => ({
                    id: call.id,
                    name: call.function.name,
                    args: JSON.parse(call.function.arguments) as unknown,
                  })),
                },
              ];
            case "tool":
              return [{ role: "tool", id: message.tool_call_id, text: message.content }];
            default:
              return [];
          }
        }),
        body,
      };
    },
    write(step) {
      const texts = (step.text ?? []).map((text) => chunk({ content: text }));
      const start = [chunk({ role: "assistant", content: "" })];
      switch (step.kind) {
        case "drop":
        case "cut":
          return [...start, ...texts, ...(step.call ? callChunks(step.call, 0) : [])];
        case "hang":
          return [...start, ...texts];
        case "error":
          return [
            ...start,
            ...texts,
            event({
              error: step.overloaded
                ? {
                    message: "The server is overloaded",
                    type: "server_error",
                    param: null,
                    code: null,
                  }
                : {
                    message: "No such thing",
                    type: "invalid_request_error",
                    param: null,
                    code: null,
                  },
            }),
          ];
        case "reply": {
          const calls = step.calls ?? [];
          const finish = step.finish ?? (calls.length > 0 ? "tool_calls" : "stop");
          return [
            ...start,
            ...(step.reasoning && provider === "compatible"
              ? [chunk({ reasoning_content: step.reasoning })]
              : []),
            ...texts,
            ...calls.flatMap(callChunks),
            chunk({}, finish),
            event({
              id: "chat",
              created: 1,
              model: "m",
              choices: [],
              usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
            }),
            "data: [DONE]\n\n",
          ];
        }
      }
    },
    error: (status, message) => ({
      error: {
        message,
        type: status === 401 ? "invalid_api_key" : "error",
        param: null,
        code: null,
      },
    }),
  };
}
