import fc from "fast-check";
import { expect, test } from "vitest";
import { createCallIds } from "../../core/agent/answer-calls.ts";
import { missingResults } from "../../core/agent/message.ts";
import type { Message } from "../../core/agent/message.ts";
import { toPrompt } from "../../core/agent/prompt-messages.ts";
import { faultIn } from "./servers/script.ts";
import type { SeenMessage } from "./servers/script.ts";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constant(""),
  fc.constant("\ud800 half"),
);
const anyReply = fc.record({
  user: anyText,
  text: anyText,
  calls: fc.array(fc.record({ id: anyText, name: anyText, args: fc.oneof(anyText, fc.json()) }), {
    maxLength: 4,
  }),
  /** The last results were never stored. */
  lost: fc.boolean(),
});

/** A conversation as the loop makes it out of whatever a model wrote. */
function conversation(
  replies: readonly (typeof anyReply extends fc.Arbitrary<infer R> ? R : never)[],
) {
  const ids = createCallIds();
  const messages: Message[] = [];
  const mend = () => {
    const missing = missingResults(messages, new Map());
    if (missing !== null) messages.push(missing);
  };
  for (const { user, text, calls, lost } of replies) {
    mend();
    messages.push({ role: "user", text: user });
    const valid = calls.map((call) => ({ kind: "call", ...call, id: ids.claim(call.id) }) as const);
    messages.push({ role: "assistant", parts: [{ kind: "text", text }, ...valid] });
    if (lost || valid.length === 0) continue;
    messages.push({
      role: "tool",
      results: valid.map(({ id, name }) => ({
        id,
        tool: name,
        method: null,
        status: "ok",
        is_error: false,
        message: text,
        break_loop: false,
        additional: null,
        ms: 0,
      })),
    });
  }
  mend();
  return messages;
}

function seen(messages: readonly Message[]): SeenMessage[] {
  return toPrompt("system", messages).flatMap((message): SeenMessage[] => {
    switch (message.role) {
      case "system":
        return [];
      case "user":
        return [
          {
            role: "user",
            text: message.content.map((part) => (part.type === "text" ? part.text : "")).join(""),
          },
        ];
      case "assistant":
        return [
          {
            role: "assistant",
            text: "",
            calls: message.content.flatMap((part) =>
              part.type === "tool-call"
                ? [{ id: part.toolCallId, name: part.toolName, args: part.input }]
                : [],
            ),
          },
        ];
      case "tool":
        return message.content.flatMap((part) =>
          part.type === "tool-result" ? [{ role: "tool", id: part.toolCallId, text: "" }] : [],
        );
    }
  });
}

test("whatever a model writes, the next request is one that providers take", () => {
  fc.assert(
    fc.property(fc.array(anyReply, { maxLength: 6 }), (replies) => {
      const messages = conversation(replies);
      expect(faultIn(seen(messages))).toBeNull();
      const wire = JSON.stringify(toPrompt("system", messages));
      // JSON writes half of a pair as an escape.
      expect(wire).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i);
    }),
  );
});

function claim(ids: readonly string[]): string[] {
  const valid = createCallIds();
  return ids.map((id) => valid.claim(id));
}

test("call ids stay as they are where they can, and the same input gives the same ids", () => {
  expect(claim(["call_1", "toolu_x-2", "call_1", "", "", "a.b", "call_1"])).toEqual([
    "call_1",
    "toolu_x-2",
    "call_1_2",
    "call",
    "call_2",
    "a_b",
    "call_1_3",
  ]);
  fc.assert(
    fc.property(fc.array(anyText), (ids) => {
      const made = claim(ids);
      expect(new Set(made).size).toBe(ids.length);
      expect(made.every((id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id))).toBe(true);
      expect(claim(ids)).toEqual(made);
    }),
  );
});
