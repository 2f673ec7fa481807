import { z } from "zod";
import type { Protocol, ScriptedCall, SeenMessage } from "./script.ts";

const part = z.object({
  text: z.string().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string(), args: z.unknown() })
    .optional(),
  functionResponse: z
    .object({
      id: z.string().optional(),
      name: z.string(),
      response: z.object({ content: z.string() }),
    })
    .optional(),
});
const request = z.object({
  systemInstruction: z.object({ parts: z.array(z.object({ text: z.string() })) }).optional(),
  contents: z.array(z.object({ role: z.enum(["user", "model"]), parts: z.array(part) })),
  tools: z
    .array(z.object({ functionDeclarations: z.array(z.object({ name: z.string() })) }))
    .default([]),
  toolConfig: z.unknown().optional(),
});

function chunk(parts: readonly object[], finishReason?: string): string {
  const data = {
    candidates: [{ content: { role: "model", parts }, ...(finishReason && { finishReason }) }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
  return `data: ${JSON.stringify(data)}\n\n`;
}

const textChunk = (text: string) => chunk([{ text }]);
const callPart = ({ id, name, args }: ScriptedCall) => ({
  functionCall: { id, name, args: JSON.parse(args.join("")) as unknown },
});

/** The stream of Google's generateContent. Arguments are objects there, never text. */
export const google: Protocol = {
  name: "google generateContent",
  model: "google/test-model",
  env: (url, key) => ({ GOOGLE_BASE_URL: `${url}/v1beta`, GEMINI_API_KEY: key }),
  read(path, headers, body) {
    if (path !== "/v1beta/models/test-model:streamGenerateContent?alt=sse") return null;
    const { systemInstruction, contents, tools, toolConfig } = request.parse(body);
    // Without ids, a result belongs to the call in its place.
    const open: string[] = [];
    let made = 0;
    return {
      system: (systemInstruction?.parts ?? []).map((one) => one.text).join(""),
      tools: tools.flatMap((one) => one.functionDeclarations.map((tool) => tool.name)),
      toolChoice: toolConfig,
      key: typeof headers["x-goog-api-key"] === "string" ? headers["x-goog-api-key"] : null,
      messages: contents.flatMap(({ role, parts }): SeenMessage[] => {
        const text = parts.map((one) => one.text ?? "").join("");
        if (role === "model") {
          const calls = parts.flatMap(({ functionCall }) => {
            if (!functionCall) return [];
            made += 1;
            const id = functionCall.id ?? `made_${made}`;
            open.push(id);
            return [{ id, name: functionCall.name, args: functionCall.args }];
          });
          return [{ role: "assistant", text, calls }];
        }
        const results = parts.flatMap(({ functionResponse }): SeenMessage[] =>
          functionResponse
            ? [
                {
                  role: "tool",
                  id: functionResponse.id ?? open.shift() ?? "nothing asked",
                  text: functionResponse.response.content,
                },
              ]
            : [],
        );
        return text === "" && results.length > 0 ? results : [...results, { role: "user", text }];
      }),
      body,
    };
  },
  write(step) {
    const texts = (step.text ?? []).map(textChunk);
    switch (step.kind) {
      case "drop":
      case "cut":
        return [...texts, ...(step.call ? [chunk([callPart(step.call)])] : [])];
      case "hang":
        return texts;
      case "error":
        return [...texts, `data: ${JSON.stringify({ error: { code: 503 } })}\n\n`];
      case "reply": {
        const calls = (step.calls ?? []).map(callPart);
        const finish = step.finish === "length" ? "MAX_TOKENS" : "STOP";
        return [...texts, ...calls.map((one) => chunk([one])), chunk([], finish)];
      }
    }
  },
  error: (code, message) => ({ error: { code, message, status: "FAILED" } }),
};
