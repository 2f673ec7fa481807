import { describe, expect, test } from "vitest";
import type { Message } from "../../core/agent/message.ts";
import { memoryStore } from "../../core/agent/store.ts";
import type { AgentStore } from "../../core/agent/store.ts";
import { TOOLS, play, replayAgent, tool } from "./running.ts";

const weather = (id: string) => ({
  model: { text: "Let me see.", calls: [{ id, tool: "weather", args: { city: "Oslo" } }] },
});

/** A store that fails at the `nth` message, once. */
function failingAt(nth: number): AgentStore {
  const inner = memoryStore();
  let count = 0;
  return {
    ...inner,
    async append(session, message) {
      count += 1;
      if (count === nth) throw new Error("the disk is full");
      return inner.append(session, message);
    },
  };
}

describe("the store", () => {
  test("has each message before the next step", async () => {
    const inner = memoryStore();
    const order: string[] = [];
    const store: AgentStore = {
      ...inner,
      async append(session, message) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`stored ${message.role}`);
        return inner.append(session, message);
      },
    };
    const files = {
      ...TOOLS,
      "tools/weather.ts": tool(
        `args: z.object({ city: z.string() }), execute: () => { globalThis.__pegboardOrder.push("tool ran"); return "cold"; }`,
      ),
    };
    const { agent } = await replayAgent([weather("a"), { model: "done" }], files, { store });
    Reflect.set(globalThis, "__pegboardOrder", order);
    await play(agent, "hi", {
      on: (event) => {
        if (event.type === "text") order.push(`said ${event.text.trim()}`);
      },
    });
    Reflect.deleteProperty(globalThis, "__pegboardOrder");
    const shape = order.filter((step) => !/said (?:me|see\.)$/.test(step));
    expect(shape).toEqual([
      "stored user",
      "said Let",
      "stored assistant",
      "tool ran",
      "stored tool",
      "said done",
      "stored assistant",
    ]);
    expect((await store.load(agent.session)).map((message) => message.role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
  });

  test("lets another agent go on with a session", async () => {
    const store = memoryStore();
    const first = await replayAgent([weather("a"), { model: "done" }], TOOLS, { store });
    await play(first.agent, "hi");
    const second = await replayAgent(
      [weather("a"), { results: [{ id: "a_2", is_error: false }] }, { model: "again" }],
      TOOLS,
      { store, session: first.agent.session },
    );
    const turn = await play(second.agent, "once more");
    expect(turn.end).toMatchObject({ reason: "answered", text: "again" });
    expect(second.agent.messages).toHaveLength(8);
  });

  test.each([1, 2, 3, 4])(
    "that fails at message %i fails the turn; the next one goes on",
    async (nth) => {
      const { agent } = await replayAgent(
        [weather("a"), { model: "done" }, { model: "more" }, { model: "and more" }],
        TOOLS,
        { store: failingAt(nth) },
      );
      const turn = await play(agent, "hi");
      expect(turn.end.reason).toBe("failed");
      expect(turn.of("error")).toMatchObject([
        { message: expect.stringContaining("disk is full") },
      ]);
      // Whatever was left open is answered, so that the conversation is one that a provider takes.
      expect((await play(agent, "go on")).end.reason).toBe("answered");
      expect(unanswered(agent.messages)).toEqual([]);
    },
  );

  test("that was left in the middle of calls: what is known is kept, the rest is answered", async () => {
    const store = memoryStore();
    const result = {
      id: "a",
      tool: "weather",
      method: null,
      status: "ok",
      is_error: false,
      message: "4 °C",
      break_loop: false,
      additional: null,
      ms: 3,
    } as const;
    await store.begin({ id: "s", profile: "default", model: "m/m", parent: null });
    await store.append("s", { role: "user", text: "hi" });
    await store.append("s", {
      role: "assistant",
      parts: ["a", "b"].map((id) => ({ kind: "call", id, name: "weather", args: "{}" })),
    });
    await store.record("s", result);
    const { agent } = await replayAgent([{ model: "done" }], TOOLS, { store, session: "s" });
    expect((await play(agent, "go on")).end.reason).toBe("answered");
    expect(agent.messages[2]).toEqual({
      role: "tool",
      results: [result, expect.objectContaining({ id: "b", status: "cancelled", is_error: true })],
    });
    expect(await store.recorded("s")).toEqual([]);
  });

  test("keeps each result while its neighbours still run", async () => {
    const store = memoryStore();
    const { agent } = await replayAgent(
      [
        {
          model: {
            calls: [
              { id: "a", tool: "weather", args: { city: "Oslo" } },
              { id: "b", tool: "deaf" },
            ],
          },
        },
      ],
      { ...TOOLS, "tools/deaf.ts": tool(`execute: () => new Promise(() => {})`) },
      { store },
    );
    const stop = new AbortController();
    let seen: readonly unknown[] = [];
    await play(agent, "hi", {
      signal: stop.signal,
      on: (event) => {
        if (event.type !== "tool_result" || event.result.id !== "a") return;
        setTimeout(async () => {
          seen = await store.recorded(agent.session);
          stop.abort();
        }, 10);
      },
    });
    expect(seen).toMatchObject([{ id: "a", status: "ok" }]);
    expect(await store.recorded(agent.session)).toEqual([]);
  });
});

function unanswered(messages: readonly Message[]): string[] {
  const open = new Set<string>();
  for (const message of messages) {
    if (message.role === "assistant") {
      for (const part of message.parts) if (part.kind === "call") open.add(part.id);
    } else if (message.role === "tool") {
      for (const { id } of message.results) open.delete(id);
    }
  }
  return [...open];
}
