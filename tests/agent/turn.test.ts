import { describe, expect, test } from "vitest";
import { openBoard } from "../../core/board/open.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";
import { TOOLS, play, replayAgent, tool } from "./running.ts";

const calls = (...list: readonly [tool: string, args?: unknown, id?: string][]) => ({
  model: {
    calls: list.map(([name, args = {}, id], index) => ({
      id: id ?? `c${index + 1}_${name}`,
      tool: name,
      args,
    })),
  },
});

const extension = (point: string, body: string) => `import { defineExtension } from "pegboard";
export default defineExtension("${point}", ${body});
`;

const noting = (point: string, body = "undefined") =>
  extension(
    point,
    `(event) => { (globalThis.__pegboardSeen ??= []).push("${point}"); return ${body}; }`,
  );

describe("what ends a turn", () => {
  test.each([
    ["All done.", "All done."],
    ["", ""],
  ])("a tool that ends it with %j", async (text, said) => {
    const { agent } = await replayAgent(
      [calls(["weather", { city: "Oslo" }], ["finish", { text }]), { model: "next turn" }],
      TOOLS,
    );
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "tool", text: said, rounds: 1 });
    expect(turn.of("tool_result")).toHaveLength(2);
    // The conversation can go on.
    expect((await play(agent, "and now?")).end).toMatchObject({
      reason: "answered",
      text: "next turn",
    });
  });

  test("three empty replies in a row", async () => {
    const { agent } = await replayAgent([{ model: "" }, { model: " \n" }, { model: "" }]);
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "unusable", rounds: 3 });
    expect(turn.of("error")[0]?.message).toMatch(/replay\/test: 3 replies in a row/);
  });

  test("an empty reply that is followed by better ones does not", async () => {
    const { agent } = await replayAgent(
      [
        { user: "hi" },
        { model: "" },
        { model: "" },
        calls(["weather", { city: "Oslo" }]),
        { model: "" },
        { model: { reasoning: "hm" } },
        { model: "cold" },
      ],
      TOOLS,
    );
    expect((await play(agent, "hi")).end).toMatchObject({ reason: "answered", text: "cold" });
  });

  test("the same failing call over and over: warned, refused, ended", async () => {
    const again = calls(["fail"]);
    const { agent } = await replayAgent(
      Array.from({ length: 12 }, () => again),
      { "tools/fail.ts": tool(`execute() { throw new Error("broken"); }`) },
    );
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("loop");
    const statuses = turn.of("tool_result").map(({ result }) => result.status);
    expect(statuses.slice(0, 4)).toEqual(["error", "error", "error", "error"]);
    expect(new Set(statuses.slice(4))).toEqual(new Set(["denied"]));
    expect(statuses).toHaveLength(7);
  });

  test("a content filter", async () => {
    const { agent } = await replayAgent([{ model: { text: "", finish: "content-filter" } }]);
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("model_error");
    expect(turn.of("error")[0]?.message).toMatch(/content filter/);
  });

  test("what a content filter stopped is not run, however whole its calls are", async () => {
    const { agent } = await replayAgent(
      [
        {
          model: {
            text: "",
            finish: "content-filter",
            calls: [{ tool: "weather", args: { city: "A" } }],
          },
        },
      ],
      TOOLS,
    );
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("model_error");
    expect(turn.of("tool_result")).toEqual([]);
  });

  test("an answer that reached the longest length says so", async () => {
    const { agent } = await replayAgent([{ model: { text: "and then", finish: "length" } }]);
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "answered", text: "and then" });
    expect(turn.of("error")[0]?.message).toMatch(/longest length/);
  });

  test("no limit of one turn is taken over to the next", async () => {
    const { agent } = await replayAgent(
      [
        calls(["weather", { city: "A" }]),
        { model: "the last" },
        calls(["weather", { city: "B" }]),
        { model: "the last again" },
      ],
      { ...TOOLS, "agents/default/agent.md": "---\ntitle: D\nlimits: { rounds: 1 }\n---\nHelp.\n" },
    );
    expect((await play(agent, "1")).end).toMatchObject({ reason: "rounds", text: "the last" });
    expect((await play(agent, "2")).end).toMatchObject({
      reason: "rounds",
      text: "the last again",
    });
  });
});

test("another board is worked with from the next turn on", async () => {
  const { agent, workspace } = await replayAgent(
    [
      { expect: { no_tools: ["fresh"] } },
      { model: "not yet" },
      { expect: { tools: ["fresh"] } },
      calls(["fresh"]),
      { results: [{ id: "c1_fresh", contains: "new here" }] },
      { model: "there it is" },
    ],
    TOOLS,
  );
  expect((await play(agent, "a")).end.text).toBe("not yet");
  workspace.write({ "tools/fresh.ts": tool(`execute: () => "new here"`) });
  agent.useBoard(await openBoard({ root: workspace.root, packageRoot: null }));
  expect((await play(agent, "b")).end).toMatchObject({ reason: "answered", text: "there it is" });
  expect(agent.messages).toHaveLength(6);
});

describe("stopping", () => {
  const THREE = {
    "tools/quick.ts": tool(`execute: () => "real"`),
    "tools/slow.ts": tool(
      `execute: (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))`,
    ),
    "tools/deaf.ts": tool(`execute: () => new Promise(() => {})`),
    "agents/default/agent.md": "---\ntitle: D\nlimits: { parallel: 1 }\n---\nHelp.\n",
  };

  test("during three calls (one done, one running, one not begun): each has its result, the next request is valid", async () => {
    const { agent } = await replayAgent(
      [
        calls(["quick", {}, "a"], ["slow", {}, "b"], ["slow", {}, "c"]),
        {
          results: [
            { id: "a", is_error: false, contains: "real" },
            { id: "b" },
            { id: "c", is_error: true },
          ],
        },
        { model: "on we go" },
      ],
      THREE,
    );
    const stop = new AbortController();
    const turn = await play(agent, "hi", {
      signal: stop.signal,
      on: (event) => {
        if (event.type === "tool_result" && event.result.id === "a")
          setTimeout(() => stop.abort(), 20);
      },
    });
    expect(turn.end.reason).toBe("stopped");
    expect(agent.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [
        { id: "a", status: "ok", message: "real" },
        { id: "b", status: "cancelled" },
        { id: "c", status: "cancelled" },
      ],
    });
    expect((await play(agent, "go on")).end).toMatchObject({
      reason: "answered",
      text: "on we go",
    });
  });

  test("a tool that ignores the signal does not hold the turn", async () => {
    const { agent } = await replayAgent([calls(["deaf"]), { model: "free" }], THREE);
    const stop = new AbortController();
    const turn = await play(agent, "hi", {
      signal: stop.signal,
      on: (event) => {
        if (event.type === "call_begun") stop.abort();
      },
    });
    expect(turn.end.reason).toBe("stopped");
    expect((await play(agent, "go on")).end.reason).toBe("answered");
  });

  test("before anything began", async () => {
    const { agent } = await replayAgent([{ model: "hello" }]);
    const turn = await play(agent, "hi", { signal: AbortSignal.abort() });
    expect(turn.end).toMatchObject({ reason: "stopped", text: "" });
    expect((await play(agent, "again")).end.reason).toBe("answered");
  });

  test("who stops reading stops the turn", async () => {
    const { agent } = await replayAgent([calls(["slow"]), { model: "back" }], THREE);
    for await (const event of agent.turn("hi")) if (event.type === "call_begun") break;
    expect(agent.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ status: "cancelled" }],
    });
    expect((await play(agent, "again")).end.reason).toBe("answered");
  });

  test("closing the agent stops its turn, and it plays no other", async () => {
    const { agent } = await replayAgent([calls(["slow"]), { model: "never" }], THREE);
    let closing: Promise<void> | undefined;
    const turn = await play(agent, "hi", {
      on: (event) => {
        if (event.type === "call_begun") closing = agent.close();
      },
    });
    await closing;
    expect(turn.end.reason).toBe("stopped");
    await expect(play(agent, "again")).rejects.toThrow(/closed/);
  });

  test("one turn at a time", async () => {
    const { agent } = await replayAgent([{ model: "hello" }, { model: "again" }]);
    const first = agent.turn("one")[Symbol.asyncIterator]();
    await first.next();
    await expect(play(agent, "two")).rejects.toThrow(/plays a turn already/);
    await first.return?.();
    await expect(play(agent, "two")).resolves.toBeDefined();
  });
});

describe("steering", () => {
  test("what is said while tools run takes effect before the next call of the model", async () => {
    const { agent } = await replayAgent(
      [
        { user: "hi" },
        calls(["weather", { city: "Oslo" }]),
        { user: "in Rome, please" },
        { model: "Rome it is" },
      ],
      TOOLS,
    );
    const turn = await play(agent, "hi", {
      on: (event) => {
        if (event.type === "call_begun") agent.steer("in Rome, please");
      },
    });
    expect(turn.end).toMatchObject({ reason: "answered", text: "Rome it is" });
    expect(turn.of("user").map((event) => event.text)).toEqual(["hi", "in Rome, please"]);
  });

  test("what is said while the model answers gets an answer too", async () => {
    const { agent } = await replayAgent([
      { user: "hi" },
      { model: "hello" },
      { user: "one more thing" },
      { model: "yes?" },
    ]);
    const turn = await play(agent, "hi", {
      on: (event) => {
        if (event.type === "text" && event.text === "hello") agent.steer("one more thing");
      },
    });
    expect(turn.end).toMatchObject({ text: "yes?", rounds: 2 });
  });

  test("paused, a turn holds before the next call of the model until it is resumed", async () => {
    const { agent } = await replayAgent(
      [calls(["weather", { city: "Oslo" }]), { model: "done" }],
      TOOLS,
    );
    const seen: string[] = [];
    const turn = await play(agent, "hi", {
      on: (event) => {
        seen.push(event.type);
        if (event.type === "call_begun") agent.pause();
        if (event.type === "tool_result") {
          setTimeout(() => {
            seen.push("resumed");
            agent.resume();
          }, 30);
        }
      },
    });
    expect(turn.end.reason).toBe("answered");
    expect(seen.indexOf("resumed")).toBeLessThan(seen.indexOf("text"));
  });

  test("a paused turn can be stopped", async () => {
    const { agent } = await replayAgent([{ model: "never" }]);
    agent.pause();
    const turn = await play(agent, "hi", { signal: AbortSignal.timeout(30) });
    expect(turn.end.reason).toBe("stopped");
  });

  test("a long tool that asks is interrupted by what the person says", async () => {
    const { agent } = await replayAgent(
      [
        calls(["long"]),
        { results: [{ id: "c1_long", is_error: true, contains: "Interrupted" }] },
        { user: "wait" },
        { model: "ok" },
      ],
      {
        "tools/long.ts": tool(
          `execute: async (_, { agent }) => { for (;;) { await new Promise((r) => setTimeout(r, 5)); await agent.deref().handle_intervention(); } }`,
        ),
      },
    );
    const turn = await play(agent, "hi", {
      on: (event) => {
        if (event.type === "call_begun") agent.steer("wait");
      },
    });
    expect(turn.end).toMatchObject({ reason: "answered", text: "ok" });
  });
});

describe("extensions of the loop", () => {
  test("each point is reached, and can do what it may", async () => {
    const { agent } = await replayAgent(
      [
        { expect: { system: ["You are a helpful agent.", "from an extension", "and changed"] } },
        calls(["weather", { city: "Oslo" }]),
        { model: "done" },
      ],
      {
        ...TOOLS,
        "extensions/agent_init/a.ts": noting("agent_init"),
        "extensions/system_prompt/a.ts": noting("system_prompt", `["from an extension"]`),
        "extensions/message_loop_start/a.ts": noting("message_loop_start"),
        "extensions/before_model_call/a.ts": noting(
          "before_model_call",
          `({ system: event.system + " and changed" })`,
        ),
        "extensions/after_model_call/a.ts": noting("after_model_call"),
        "extensions/message_loop_end/a.ts": noting("message_loop_end"),
      },
    );
    const seen: string[] = [];
    Reflect.set(globalThis, "__pegboardSeen", seen);
    const turn = await play(agent, "hi");
    Reflect.deleteProperty(globalThis, "__pegboardSeen");
    expect(turn.of("error")).toEqual([]);
    expect(turn.end).toMatchObject({ reason: "answered", text: "done" });
    const round = ["message_loop_start", "before_model_call", "after_model_call"];
    expect(seen).toEqual(["agent_init", "system_prompt", ...round, ...round, "message_loop_end"]);
  });

  test.each([
    "agent_init",
    "system_prompt",
    "message_loop_start",
    "before_model_call",
    "message_loop_end",
  ])("one that throws at %s is reported, and the turn goes on", async (point) => {
    const { agent } = await replayAgent([{ model: "fine" }], {
      [`extensions/${point}/bad.ts`]: extension(point, `() => { throw new Error("oh no"); }`),
    });
    const turn = await play(agent, "hi");
    expect(turn.end).toMatchObject({ reason: "answered", text: "fine" });
    expect(turn.of("error")).toMatchObject([
      { message: expect.stringMatching(new RegExp(`extensions/${point}/bad\\.ts.*oh no`)) },
    ]);
  });
});

describe("secrets", () => {
  const SECRET = "sk-123456789";

  test("in no event and no message, however the model says them", async () => {
    const { agent } = await replayAgent(
      [
        {
          model: {
            reasoning: `hm ${SECRET}`,
            text: `The key is ${SECRET}.`,
            calls: [{ id: "a", tool: "echo", args: { text: `it is ${SECRET}` } }],
          },
        },
        { model: `Again: ${SECRET}` },
      ],
      {
        "usr/secrets.env": `API_KEY=${SECRET}\n`,
        "tools/echo.ts": tool(`args: z.object({ text: z.string() }), execute: ({ text }) => text`),
      },
    );
    const turn = await play(agent, `my key is ${SECRET}`);
    expect(turn.end).toMatchObject({ reason: "answered", text: "Again: §§secret(API_KEY)" });
    expect(JSON.stringify(turn.events)).not.toContain(SECRET);
    expect(JSON.stringify(agent.messages)).not.toContain(SECRET);
    expect(turn.of("user")[0]?.text).toBe("my key is §§secret(API_KEY)");
  });

  test("a secrets file that can not be read ends the turn with its place, and the next turn tries again", async () => {
    const { agent, workspace } = await replayAgent([{ model: "fine" }], {
      "usr/secrets.env": `nonsense\n`,
    });
    const turn = await play(agent, "hi");
    expect(turn.end.reason).toBe("failed");
    expect(turn.of("error")[0]?.message).toMatch(/secrets\.env:1/);
    workspace.write({ "usr/secrets.env": "A=bcdef\n" });
    expect((await play(agent, "hi")).end.reason).toBe("answered");
  });
});

describe("asking a person", () => {
  const WRITE = {
    "tools/save.ts": `import { defineTool } from "pegboard";
export default defineTool({ description: "Saves.", risk: "write", execute: () => "saved" });
`,
  };

  test("without a host a write is denied, with the reason, and the turn goes on", async () => {
    const { agent } = await replayAgent([calls(["save"]), { model: "I could not." }], WRITE);
    const turn = await play(agent, "save");
    expect(turn.of("tool_result")[0]?.result.status).toBe("denied");
    expect(turn.end).toMatchObject({ reason: "answered", text: "I could not." });
  });

  test("with one, the person decides", async () => {
    const host = scriptedHost({ approvals: [{ kind: "allow_once" }] });
    const { agent } = await replayAgent([calls(["save"]), { model: "Saved." }], WRITE, { host });
    const turn = await play(agent, "save");
    expect(turn.of("tool_result")[0]?.result).toMatchObject({ status: "ok", message: "saved" });
    expect(host.requests[0]?.asker).toMatchObject({ session: agent.session, child: null });
  });
});
