import { PassThrough } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { secretsOf } from "../../core/dispatch/secrets/secrets.ts";
import { QUICK_TEXT, quickAnswers } from "../../core/mcp/server/quick-answers.ts";
import type { QuickAnswer } from "../../core/mcp/server/quick-answers.ts";
import { QuickWire } from "../../core/mcp/server/quick-wire.ts";
import { serveOverStdio } from "../../core/mcp/server/stdio.ts";
import { TOOLS, openHub } from "./harness.ts";

const request = (id: number, method: string, params: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});
const initialize = (protocolVersion: string, more: object = {}) =>
  request(1, "initialize", {
    protocolVersion,
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
    ...more,
  });
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

/** What comes back for these messages, and whether a server was needed for it. */
async function conversation(messages: readonly unknown[], quick: boolean) {
  const { hub, board } = await openHub({
    ...TOOLS,
    "agents/default/agent.md": "---\ntitle: Tester\ndescription: Tests things.\n---\n",
  });
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const answer: QuickAnswer = quick
    ? quickAnswers({
        facts: JSON.parse(QUICK_TEXT.make(board)),
        version: "0.0.0",
        secrets: secretsOf(new Map()),
      })
    : () => undefined;
  const woken: string[] = [];
  const wire = new QuickWire({
    stdin,
    stdout,
    answer,
    report: () => {},
    wakeAfter: 60_000,
    wake() {
      woken.push("woken");
      const stop = serveOverStdio(hub, wire, () => {});
      onTestFinished(stop);
    },
  });
  wire.listen();
  let text = "";
  stdout.on("data", (chunk: Buffer) => (text += chunk));
  const answers = () => text.split("\n").filter((line) => line !== "");
  const wanted = messages.filter((message) => Reflect.has(Object(message), "id")).length;
  for (const message of messages) stdin.write(`${JSON.stringify(message)}\n`);
  for (let tries = 0; tries < 200 && answers().length < wanted; tries += 1) await setTimeout(20);
  const parsed: unknown[] = answers().map((line) => JSON.parse(line));
  return { answers: parsed, served: woken.length };
}

test.each([
  ["2025-11-25", [initialize("2025-11-25"), INITIALIZED, request(2, "tools/list")]],
  [
    "an older one",
    [initialize("2024-10-07"), INITIALIZED, request(2, "tools/list"), request(3, "ping")],
  ],
])("what is answered without the SDK is what the SDK answers: %s", async (_what, messages) => {
  const quick = await conversation(messages, true);
  const served = await conversation(messages, false);
  expect(quick.served).toBe(0);
  expect(served.served).toBe(1);
  expect(quick.answers).toEqual(served.answers);
});

test.each([
  ["an unknown revision", [initialize("1999-01-01")]],
  [
    "a cursor that is none",
    [initialize("2025-11-25"), INITIALIZED, request(2, "tools/list", { cursor: "x" })],
  ],
  ["another method", [initialize("2025-11-25"), INITIALIZED, request(2, "prompts/list")]],
  ["a list before the opening", [request(2, "tools/list")]],
  ["a second opening", [initialize("2025-11-25"), { ...initialize("2025-11-25"), id: 2 }]],
])("%s is left to the SDK, and answered as by it alone", async (_what, messages) => {
  const quick = await conversation(messages, true);
  const served = await conversation(messages, false);
  expect(quick.served).toBe(1);
  expect(quick.answers).toEqual(served.answers);
});

test("a call right after the opening is answered once, and in order", async () => {
  const call = request(3, "tools/call", { name: "echo", arguments: { text: "now" } });
  const messages = [initialize("2025-11-25"), INITIALIZED, request(2, "tools/list"), call];
  const { answers, served } = await conversation(messages, true);
  expect(served).toBe(1);
  expect(answers.map((answer) => Reflect.get(Object(answer), "id"))).toEqual([1, 2, 3]);
  expect(JSON.stringify(answers[2])).toContain("you said now");
});
