import { setTimeout } from "node:timers/promises";
import { PassThrough } from "node:stream";
import pc from "picocolors";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../core/agent/events.ts";
import { createTurnView } from "../../core/cli/chat/turn-view.ts";
import { openOutput } from "../../core/cli/output/output.ts";

function watched() {
  let shown = "";
  const stream = new PassThrough();
  stream.on("data", (data) => (shown += String(data)));
  const view = createTurnView({
    happened: openOutput(stream, {}),
    answer: null,
    colors: pc.createColors(false),
    showPerson: false,
  });
  return { view, shown: () => shown };
}

const usage = { type: "usage", usage: { input_tokens: 1, output_tokens: 1 } } as const;

test("each reply of the model begins on a line of its own, with its label", () => {
  const { view, shown } = watched();
  const events: AgentEvent[] = [
    { type: "text", text: "First " },
    { type: "text", text: "reply." },
    usage,
    { type: "user", text: "steered" },
    { type: "text", text: "Second." },
  ];
  events.forEach(view.show);
  expect(shown()).toBe("assistant: First reply.\nassistant: Second.");
  view.endLine();
  view.endLine();
  expect(shown()).toMatch(/Second\.\n$/);
});

test("the time of a call is shown without that of the person", async () => {
  const { view, shown } = watched();
  const facts = { call: "c1", tool: "send", method: null };
  const call = { id: "c1", tool: "send", method: null };
  view.show({ type: "tool_call", call: { id: "c1", name: "send", args: {} } });
  view.show({ type: "call_begun", args: {}, ...facts });
  const asker = { profile: "default", session: "s", turn: "t", child: null };
  const request = {
    id: "r1",
    binding: "b",
    call,
    source: "local:send",
    file: null,
    asker,
  } as const;
  view.show({
    type: "approval_asked",
    request: { ...request, description: "", args: {}, risk: "write", why: "", expires: null },
  });
  await setTimeout(30);
  view.show({ type: "approval_settled", id: "r1", outcome: "allow_once", reason: null, ...facts });
  const result = {
    ...call,
    status: "ok",
    is_error: false,
    message: "sent",
    break_loop: false,
  } as const;
  view.show({ type: "tool_result", result: { ...result, additional: null, ms: 25 } });
  expect(shown()).toMatch(/<- \[1\] send ok 0 ms/);
});
