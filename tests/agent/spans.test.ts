import { expect, test } from "vitest";
import { registerTracing } from "../support/tracing.ts";
import { TOOLS, play, replayAgent } from "./running.ts";

test("a turn is a span, with a span for each request to the model and each call", async () => {
  const spans = registerTracing();
  const { agent } = await replayAgent(
    [
      { model: { calls: [{ id: "c1", tool: "weather", args: { city: "Oslo" } }] } },
      { model: "4 °C." },
    ],
    TOOLS,
  );
  expect((await play(agent, "How warm is it?")).end).toMatchObject({ reason: "answered" });
  expect(spans.map(({ name, parent, ended }) => [name, parent, ended])).toEqual([
    ["invoke_agent default", null, true],
    ["chat test", "invoke_agent default", true],
    ["execute_tool weather", "invoke_agent default", true],
    ["chat test", "invoke_agent default", true],
  ]);
});
