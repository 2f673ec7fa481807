import { once } from "node:events";
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { openModel } from "../../core/agent/models/open-model.ts";
import { TOOLS, play, servedAgent, tool } from "./running.ts";
import { anthropic } from "./servers/anthropic.ts";
import { google } from "./servers/google.ts";
import { openAIChat } from "./servers/openai-chat.ts";
import { openAIResponses } from "./servers/openai-responses.ts";
import { ask, call, say } from "./servers/script.ts";
import type { SeenMessage } from "./servers/script.ts";

const WITH_TEXT_ARGS = [openAIChat("openai"), openAIChat("compatible"), anthropic, openAIResponses];
const ALL = [...WITH_TEXT_ARGS, google];

/** Where nobody listens. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const results = (messages: readonly SeenMessage[] | undefined) =>
  (messages ?? []).flatMap((message) => (message.role === "tool" ? [message] : []));

describe.each(ALL)("over the $name stream", (protocol) => {
  test("an answer comes in pieces, and its tokens are counted", async () => {
    const { agent, server } = await servedAgent(protocol, [say("Hel", "lo ", "there")], TOOLS);
    const turn = await play(agent, "hi");
    expect(turn.of("text").map((event) => event.text)).toEqual(["Hel", "lo ", "there"]);
    expect(turn.end).toMatchObject({ reason: "answered", text: "Hello there", rounds: 1 });
    expect(turn.end.usage.input_tokens).toBe(10);
    expect(turn.end.usage.output_tokens).toBe(5);
    expect(server.requests[0]).toMatchObject({
      system: expect.stringContaining("You are a helpful agent."),
      tools: ["finish", "notes__load", "weather"],
      messages: [{ role: "user", text: "hi" }],
    });
  });

  test("two calls in one reply, their arguments cut in pieces: both run, results in the order asked", async () => {
    const slow = tool(
      `args: z.object({ city: z.string() }), execute: async ({ city }) => { await new Promise((r) => setTimeout(r, 30)); return "slow " + city; }`,
    );
    const { agent, server } = await servedAgent(
      protocol,
      [
        {
          kind: "reply",
          text: ["Both."],
          calls: [
            { id: "a", name: "slow", args: ['{"ci', 'ty":"Os', 'lo"', "}"] },
            { id: "b", name: "weather", args: ["{", '"city"', ":", '"Rome"}'] },
          ],
        },
        say("done"),
      ],
      { ...TOOLS, "tools/slow.ts": slow },
    );
    const turn = await play(agent, "weather?");
    expect(turn.end).toMatchObject({ reason: "answered", text: "done", rounds: 2 });
    expect(turn.end.usage.input_tokens).toBe(20);
    expect(turn.of("tool_call").map((event) => event.call)).toEqual([
      { id: "a", name: "slow", args: { city: "Oslo" } },
      { id: "b", name: "weather", args: { city: "Rome" } },
    ]);
    expect(server.requests[1]?.messages).toEqual([
      { role: "user", text: "weather?" },
      {
        role: "assistant",
        text: "Both.",
        calls: [
          { id: "a", name: "slow", args: { city: "Oslo" } },
          { id: "b", name: "weather", args: { city: "Rome" } },
        ],
      },
      { role: "tool", id: "a", text: "slow Oslo" },
      { role: "tool", id: "b", text: "4 °C in Rome" },
    ]);
  });

  test("a method is called by its wire name", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [ask(call("notes__load", { id: 7 })), say("done")],
      TOOLS,
    );
    const turn = await play(agent, "load");
    expect(turn.of("tool_result")[0]?.result).toMatchObject({
      tool: "notes",
      method: "load",
      message: "note 7",
    });
    expect(results(server.requests[1]?.messages)).toMatchObject([{ text: "note 7" }]);
  });

  test.each(["wether", "no such/tool!", "x".repeat(90)])(
    "an unknown tool (%s): an error result, and the next request is legal",
    async (name) => {
      const { agent, server } = await servedAgent(
        protocol,
        [ask(call(name, {}, "a")), say("sorry")],
        TOOLS,
      );
      const turn = await play(agent, "go");
      expect(turn.of("tool_result")[0]?.result).toMatchObject({ id: "a", status: "error" });
      expect(turn.end).toMatchObject({ reason: "answered", text: "sorry" });
      expect(results(server.requests[1]?.messages)).toHaveLength(1);
    },
  );

  test("call ids that are used twice are made valid", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [
        ask(call("weather", { city: "A" }, "one")),
        ask(call("weather", { city: "B" }, "one")),
        say("done"),
      ],
      TOOLS,
    );
    const turn = await play(agent, "go");
    expect(turn.end.reason).toBe("answered");
    expect(results(server.requests[2]?.messages)).toEqual([
      { role: "tool", id: "one", text: "4 °C in A" },
      { role: "tool", id: "one_2", text: "4 °C in B" },
    ]);
  });

  test("429 with Retry-After: waits that long, and asks again", async () => {
    const { agent, server, waits } = await servedAgent(protocol, [
      { kind: "status", status: 429, headers: { "retry-after": "7" }, message: "slow down" },
      say("now"),
    ]);
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "answered", text: "now" });
    expect(waits).toEqual([7000]);
    expect(turn.of("retry")).toMatchObject([{ attempt: 1, wait_ms: 7000 }]);
    expect(server.requests).toHaveLength(2);
  });

  test("a Retry-After beyond all patience ends the turn at once", async () => {
    const { agent, waits } = await servedAgent(protocol, [
      { kind: "status", status: 429, headers: { "retry-after": "86400" }, message: "tomorrow" },
    ]);
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("model_error");
    expect(turn.of("error")[0]?.message).toContain("tomorrow");
    expect(waits).toEqual([]);
  });

  test.each([500, 503])("%i is asked again, a bounded number of times", async (status) => {
    const step = { kind: "status", status, message: "trouble" } as const;
    const { agent, server, waits } = await servedAgent(protocol, [step, step, step, step, step]);
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("model_error");
    expect(turn.of("error")[0]?.message).toMatch(new RegExp(`HTTP ${status}.*asked 4 times`));
    expect(server.requests).toHaveLength(4);
    expect(waits).toEqual([375, 750, 1500]);
  });

  test.each(["drop", "cut"] as const)(
    "a connection that breaks in the middle (%s): asked again, nothing of it has run",
    async (kind) => {
      const { agent, server } = await servedAgent(
        protocol,
        [
          { kind, text: ["Let me "], call: call("weather", '{"city":"Oslo"}', "lost") },
          say("All is well."),
        ],
        TOOLS,
      );
      const turn = await play(agent, "hi");
      expect(turn.end).toMatchObject({ reason: "answered", text: "All is well." });
      expect(turn.of("tool_call")).toEqual([]);
      expect(turn.of("retry")).toHaveLength(1);
      expect(server.requests[1]?.messages).toEqual(server.requests[0]?.messages);
      expect(agent.messages).toHaveLength(2);
    },
  );

  test("a server that hangs up is asked again", async () => {
    const { agent } = await servedAgent(protocol, [{ kind: "refuse" }, say("hello")]);
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "answered", text: "hello" });
    expect(turn.of("retry")).toHaveLength(1);
  });

  test("a slow stream that is stopped: the server sees it close, what had come is kept", async () => {
    const { agent, server } = await servedAgent(protocol, [
      { kind: "hang", text: ["Once upon ", "a time"] },
      say("The end."),
    ]);
    const stop = new AbortController();
    const turn = await play(agent, "a story", {
      signal: stop.signal,
      on: (event) => {
        if (event.type === "text" && event.text.includes("time")) stop.abort();
      },
    });
    await server.hungUp;
    expect(turn.end).toMatchObject({ reason: "stopped", text: "Once upon a time" });
    expect((await play(agent, "go on")).end).toMatchObject({
      reason: "answered",
      text: "The end.",
    });
    expect(server.requests[1]?.messages).toEqual([
      { role: "user", text: "a story" },
      { role: "assistant", text: "Once upon a time", calls: [] },
      { role: "user", text: "go on" },
    ]);
  });

  test("a stream that says nothing for too long is asked again", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [{ kind: "hang", text: ["Hm"] }, say("Here I am.")],
      {},
      { idle_ms: 1000 },
    );
    const turn = await play(agent, "hi");
    await server.hungUp;
    expect(turn.end).toMatchObject({ reason: "answered", text: "Here I am." });
    expect(turn.of("retry")[0]?.error).toMatch(/nothing came/);
  });

  test("a wrong key: told once, with the variable to set", async () => {
    const { agent } = await servedAgent({ ...protocol, env: (url) => protocol.env(url, "wrong") }, [
      say("never"),
    ]);
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("model_error");
    expect(turn.of("retry")).toEqual([]);
    expect(turn.of("error")).toMatchObject([
      { message: expect.stringMatching(/HTTP 401/), hint: expect.stringMatching(/_API_KEY/) },
    ]);
  });

  test("a server that is not there", async () => {
    const url = await closedAddress();
    const { agent } = await servedAgent(
      {
        ...protocol,
        env: (_, key) => protocol.env(url, key),
        ...(protocol.fetch && { fetch: () => protocol.fetch?.(url) ?? fetch }),
      },
      [],
    );
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("model_error");
    expect(turn.of("error")).toMatchObject([{ hint: expect.stringMatching(/_BASE_URL/) }]);
  });

  test("the limit of rounds: pending calls are answered, a last text is asked for without tools", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [
        ask(call("weather", { city: "A" }, "a")),
        ask(call("weather", { city: "B" }, "b")),
        say("That is all I have."),
      ],
      {
        ...TOOLS,
        "agents/default/agent.md": "---\ntitle: Default\nlimits: { rounds: 2 }\n---\nHelp.\n",
      },
    );
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "rounds", text: "That is all I have.", rounds: 2 });
    const last = server.requests[2];
    expect(results(last?.messages)).toHaveLength(2);
    expect(last?.messages.at(-1)).toMatchObject({
      role: "user",
      text: expect.stringContaining("limit of 2 rounds"),
    });
    expect(JSON.stringify(last?.toolChoice) ?? "none").toMatch(/none/i);
    expect(server.left).toBe(0);
  });
});

describe.each(WITH_TEXT_ARGS)("over the $name stream", (protocol) => {
  test("broken JSON arguments: that call is answered with what is wrong, its neighbour runs", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [
        ask(call("weather", '{"city": "Os', "a"), call("weather", { city: "Rome" }, "b")),
        ask(call("weather", { city: "Oslo" }, "c")),
        say("done"),
      ],
      TOOLS,
    );
    const turn = await play(agent, "weather?");
    expect(turn.end).toMatchObject({ reason: "answered", text: "done" });
    expect(turn.of("tool_result").map(({ result }) => [result.id, result.status])).toEqual(
      expect.arrayContaining([
        ["a", "error"],
        ["b", "ok"],
        ["c", "ok"],
      ]),
    );
    expect(results(server.requests[1]?.messages)).toMatchObject([
      { id: "a", text: expect.stringMatching(/JSON/) },
      { id: "b", text: "4 °C in Rome" },
    ]);
  });

  test("a reply cut at the longest length: the last call does not run", async () => {
    const { agent, server } = await servedAgent(
      protocol,
      [
        {
          kind: "reply",
          calls: [call("weather", { city: "Oslo" }, "whole"), call("weather", "", "cut")],
          finish: "length",
        },
        say("done"),
      ],
      { ...TOOLS, "tools/weather.ts": tool(`execute: () => "sunny"`) },
    );
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("answered");
    expect(results(server.requests[1]?.messages)).toMatchObject([
      { id: "whole" },
      { id: "cut", text: expect.stringMatching(/not run/) },
    ]);
  });

  test.each([
    [true, "answered"],
    [false, "model_error"],
  ])("an error told in the stream (overload: %s)", async (overloaded, reason) => {
    const { agent } = await servedAgent(protocol, [
      { kind: "error", text: ["We"], overloaded },
      say("fine"),
    ]);
    expect((await play(agent, "hi")).end.reason).toBe(reason);
  });
});

test("a model of a name the provider does not know", async () => {
  const { agent } = await servedAgent(openAIChat(), [
    { kind: "status", status: 404, message: "The model `x` does not exist" },
  ]);
  const turn = await play(agent, "hi");
  expect(turn.of("error")).toMatchObject([
    {
      message: expect.stringContaining("does not exist"),
      hint: expect.stringContaining("have this model"),
    },
  ]);
});

test("the reasoning of OpenAI's models goes back sealed", async () => {
  const { agent, server } = await servedAgent(
    openAIResponses,
    [{ kind: "reply", reasoning: "Hm.", calls: [call("weather", { city: "Oslo" })] }, say("done")],
    TOOLS,
  );
  expect((await play(agent, "weather?")).end.reason).toBe("answered");
  expect(JSON.stringify(server.requests[1]?.body)).toContain('"encrypted_content":"sealed"');
});

test("what repeats in requests to Anthropic is marked for its cache", async () => {
  const { agent, server } = await servedAgent(
    anthropic,
    [ask(call("weather", { city: "Oslo" })), say("done")],
    TOOLS,
  );
  await play(agent, "weather?");
  for (const { body } of server.requests) {
    expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(2);
  }
});

test("Anthropic's thinking goes back with its signature", async () => {
  const { agent, server } = await servedAgent(
    anthropic,
    [
      { kind: "reply", reasoning: "Hm, weather.", calls: [call("weather", { city: "Oslo" })] },
      say("done"),
    ],
    TOOLS,
  );
  const turn = await play(agent, "weather?");
  expect(
    turn
      .of("reasoning")
      .map((event) => event.text)
      .join(""),
  ).toBe("Hm, weather.");
  expect(JSON.stringify(server.requests[1]?.body)).toContain('"signature":"signed"');
});

test("what a provider needs is read when the model is opened, not before", async () => {
  await expect(openModel("openai/m", { OPENAI_BASE_URL: "http://127.0.0.1:9" })).rejects.toThrow(
    /OPENAI_API_KEY/,
  );
});
