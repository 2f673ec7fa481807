import { expect, test } from "vitest";
import type { DispatchEvent } from "../../../core/dispatch/events.ts";
import { logEvents } from "../../../core/dispatch/telemetry/log-events.ts";

const of = { call: "c1", tool: "send", method: null };
const PRIVATE = "what was said";

test.each<[level: string, event: DispatchEvent, expected: object]>([
  ["debug", { type: "call_begun", args: { text: PRIVATE }, ...of }, of],
  ["debug", { type: "progress", text: PRIVATE, ...of }, of],
  [
    "info",
    { type: "approval_settled", id: "a1", outcome: "deny", reason: PRIVATE, ...of },
    { approval: "a1", outcome: "deny", ...of },
  ],
  [
    "info",
    { type: "question_settled", id: "q1", answer: "timed_out" },
    { question: "q1", answer: "timed_out" },
  ],
  ["warn", { type: "warning", message: "odd", ...of }, of],
  ["warn", { type: "late", status: "ok", ...of }, { status: "ok", ...of }],
  [
    "info",
    {
      type: "tool_result",
      result: {
        id: "c1",
        tool: "send",
        method: null,
        status: "ok",
        is_error: false,
        message: PRIVATE,
        break_loop: false,
        additional: null,
        ms: 5,
      },
    },
    { call: "c1", status: "ok", ms: 5, characters: PRIVATE.length },
  ],
  [
    "warn",
    {
      type: "tool_result",
      result: {
        id: "c1",
        tool: "send",
        method: null,
        status: "denied",
        is_error: true,
        message: PRIVATE,
        break_loop: false,
        additional: null,
        ms: 5,
      },
    },
    { call: "c1", status: "denied" },
  ],
])("%s: %j", (level, event, expected) => {
  const lines: unknown[][] = [];
  const at = (name: string) => (message: string, data?: object) =>
    void lines.push([name, message, data]);
  logEvents({ debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") })(event);
  expect(lines).toEqual([[level, expect.any(String), expect.objectContaining(expected)]]);
  expect(JSON.stringify(lines)).not.toContain(PRIVATE);
});
