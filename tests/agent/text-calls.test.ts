import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openModel } from "../../core/agent/models/open-model.ts";
import { memoryStore } from "../../core/agent/store.ts";
import { makeFolder } from "../support/workspace.ts";
import { TOOLS, play, replayAgent, servedAgent } from "./running.ts";
import { anthropic } from "./servers/anthropic.ts";
import { openAIChat } from "./servers/openai-chat.ts";
import { say } from "./servers/script.ts";

const FILES = {
  ...TOOLS,
  "agents/default/agent.md":
    "---\ntitle: Default\ntool_calls: text\n---\nYou are a helpful agent.\n",
};

const request = (tool_name: string, tool_args: object) => JSON.stringify({ tool_name, tool_args });

describe.each([openAIChat("compatible"), anthropic])("calls as text over $name", (protocol) => {
  test("a reply that is one request is a call; the person sees only the answer", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [
        say('{"tool_na', 'me": "weather", "tool_args": {"city"', ': "Oslo"}}'),
        say("```json\n", request("notes:load", { id: 7 }), "\n```"),
        say("It is ", "cold."),
      ],
      FILES,
    );
    const turn = await play(agent, "weather?");
    expect(turn.end).toMatchObject({ reason: "answered", text: "It is cold.", rounds: 3 });
    expect(turn.of("text").map((event) => event.text)).toEqual(["It is ", "cold."]);
    expect(turn.of("tool_call").map(({ call }) => [call.name, call.args])).toEqual([
      ["weather", { city: "Oslo" }],
      ["notes__load", { id: 7 }],
    ]);
    expect(server.requests[0]).toMatchObject({
      tools: [],
      system: expect.stringContaining("tool_name"),
    });
    expect(server.requests[2]?.messages).toEqual([
      { role: "user", text: "weather?" },
      { role: "assistant", text: request("weather", { city: "Oslo" }), calls: [] },
      { role: "user", text: "Result of weather:\n4 °C in Oslo" },
      { role: "assistant", text: request("notes:load", { id: 7 }), calls: [] },
      { role: "user", text: "Result of notes:load:\nnote 7" },
    ]);
  });

  test("after a whole request the rest of the stream is not waited for", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [{ kind: "hang", text: [request("weather", { city: "Oslo" })] }, say("cold")],
      FILES,
    );
    const turn = await play(agent, "weather?");
    await server.hungUp;
    expect(turn.end).toMatchObject({ reason: "answered", text: "cold" });
  });
});

describe("calls as text", () => {
  test("what is no clean request is not run; the model is told which of these it was", async () => {
    const { agent } = await replayAgent(
      [
        { model: `I will look.\n${request("weather", { city: "Oslo" })}` },
        { model: '{"tool_name": "weather", "tool_args": {"city": "Os' },
        { model: request("weather", { city: "Rome" }) },
        { model: "done" },
      ],
      FILES,
    );
    const turn = await play(agent, "weather?");
    expect(turn.end).toMatchObject({ reason: "answered", text: "done", rounds: 4 });
    expect(turn.of("tool_call")).toHaveLength(1);
    expect(
      agent.messages.flatMap((message) => (message.role === "note" ? [message.text] : [])),
    ).toEqual([expect.stringMatching(/text before the request/), expect.stringMatching(/cut off/)]);
  });

  test("the third in a row ends the turn", async () => {
    const cut = { model: '{"tool_name": "weather", "tool_args": {' };
    const { agent } = await replayAgent([cut, cut, cut], FILES);
    expect((await play(agent, "hi")).end).toMatchObject({ reason: "unusable", rounds: 3 });
  });

  test.each(['{"status": "ok"}', "{x} + {y} is not JSON", "```\ncode\n```", '"'])(
    "an answer that looks like a beginning is shown: %j",
    async (answer) => {
      const { agent } = await replayAgent([{ model: answer }], FILES);
      const turn = await play(agent, "hi");
      expect(turn.end).toMatchObject({ reason: "answered", text: answer });
      expect(turn.text).toBe(answer);
    },
  );

  test("an unknown tool and wrong arguments are results to learn from", async () => {
    const { agent } = await replayAgent(
      [
        { model: request("wether", {}) },
        { model: request("weather", { town: "Oslo" }) },
        { model: "sorry" },
      ],
      FILES,
    );
    const turn = await play(agent, "hi");
    expect(turn.of("tool_result").map(({ result }) => result.status)).toEqual(["error", "error"]);
    expect(turn.end.reason).toBe("answered");
  });

  test("at the limit of rounds a request is not taken for last words", async () => {
    const { agent } = await replayAgent(
      [{ model: request("weather", { city: "A" }) }, { model: request("weather", { city: "B" }) }],
      {
        ...FILES,
        "agents/default/agent.md":
          "---\ntitle: Default\ntool_calls: text\nlimits: { rounds: 1 }\n---\nHelp.\n",
      },
    );
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "rounds", text: "" });
    expect(turn.text).toBe("");
    expect(turn.of("tool_call")).toHaveLength(1);
  });

  test("is recorded to the end of each reply, and plays again", async () => {
    const file = join(makeFolder(), "taken.json");
    const { agent } = await servedAgent(
      openAIChat("compatible"),
      [say(request("weather", { city: "Oslo" })), say("cold")],
      FILES,
      {},
      { record: file },
    );
    expect((await play(agent, "hi")).end.text).toBe("cold");
    const { agent: again } = await replayAgent([{ model: "unused" }], FILES);
    again.useModel(await openModel(`replay/${file}`, {}));
    expect((await play(again, "hi")).end).toMatchObject({ reason: "answered", text: "cold" });
  });

  test("a conversation goes on when the model and its way of calling change", async () => {
    const store = memoryStore();
    const first = await replayAgent(
      [{ model: request("notes:load", { id: 1 }) }, { model: "one" }],
      FILES,
      { store },
    );
    await play(first.agent, "hi");
    const { agent, server } = await servedAgent(anthropic, [say("two")], TOOLS, {
      store,
      session: first.agent.session,
    });
    await play(agent, "and now?");
    expect(server.requests[0]?.messages[1]).toMatchObject({
      calls: [{ name: "notes__load", args: { id: 1 } }],
    });
  });
});
