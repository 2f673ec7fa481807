import { describe, expect, test } from "vitest";
import type { ToolResult } from "../../core/contract/index.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";
import { TOOLS, play, replayAgent, tool } from "./running.ts";

/** Runs child turns as it is told, and answers with their results as JSON. */
const DELEGATE = tool(
  `args: z.object({ turns: z.array(z.looseObject({ message: z.string() })) }),
   execute: async ({ turns }, { agent }) =>
     JSON.stringify(await Promise.all(turns.map((turn) => agent.deref().runChild(turn))))`,
);

const PROFILE = (more = "") =>
  `---\ntitle: Default\nlimits: { delegate_depth: 1, delegate_width: 2 }\n${more}---\nYou are a helpful agent.\n`;

const FILES = {
  ...TOOLS,
  "tools/delegate.ts": DELEGATE,
  "agents/default/agent.md": PROFILE(),
  "agents/researcher/agent.md":
    "---\ntitle: Researcher\ntools: [weather]\n---\nYou look things up.\n",
};

const delegate = (...turns: object[]) => ({
  model: { calls: [{ id: "d", tool: "delegate", args: { turns } }] },
});

function childResults(result: ToolResult | undefined): Record<string, unknown>[] {
  return JSON.parse(result?.message ?? "null") as Record<string, unknown>[];
}

describe("a child", () => {
  test("runs its own turn with its parent's tools, and its events are seen", async () => {
    const { agent } = await replayAgent(
      [delegate({ message: "weather?" }), { model: "done" }],
      FILES,
      {
        children: [
          {
            profile: "default",
            conversation: [
              { user: "weather?" },
              { expect: { tools: ["weather", "delegate"] } },
              { model: { calls: [{ id: "w", tool: "weather", args: { city: "Oslo" } }] } },
              { results: [{ id: "w", contains: "4 °C" }] },
              { model: "Cold." },
            ],
          },
        ],
      },
    );
    const turn = await play(agent, "go");
    expect(turn.of("tool_result")[0]?.result.status).toBe("ok");
    const [result] = childResults(turn.of("tool_result")[0]?.result);
    expect(result).toEqual({
      child: expect.stringMatching(/^default-/),
      status: "completed",
      text: "Cold.",
    });
    const inside = turn.of("child").map(({ event }) => event.type);
    expect(inside[0]).toBe("turn_started");
    expect(inside).toContain("tool_result");
    expect(inside.at(-1)).toBe("turn_ended");
  });

  test("of another profile has that profile's role, and never more tools than either allows", async () => {
    const { agent } = await replayAgent(
      [delegate({ message: "look", profile: "researcher" }), { model: "done" }],
      FILES,
      {
        children: [
          {
            profile: "researcher",
            conversation: [
              {
                expect: {
                  system: "You look things up.",
                  tools: ["weather"],
                  no_tools: ["delegate", "finish", "notes__load"],
                },
              },
              { model: { calls: [{ id: "x", tool: "finish", args: {} }] } },
              { results: [{ id: "x", is_error: true }] },
              { model: "seen" },
            ],
          },
        ],
      },
    );
    const turn = await play(agent, "go");
    expect(childResults(turn.of("tool_result").at(-1)?.result)).toMatchObject([
      { status: "completed", text: "seen" },
    ]);
  });

  test("a parent that is limited limits its child, whatever the child's profile has", async () => {
    const { agent } = await replayAgent(
      [delegate({ message: "look", profile: "researcher" }), { model: "done" }],
      { ...FILES, "agents/default/agent.md": PROFILE("tools: [delegate]\n") },
      {
        children: [
          {
            conversation: [{ expect: { no_tools: ["weather", "delegate"] } }, { model: "nothing" }],
          },
        ],
      },
    );
    const turn = await play(agent, "go");
    expect(childResults(turn.of("tool_result")[0]?.result)).toMatchObject([
      { status: "completed", text: "nothing" },
    ]);
  });

  test("`without` takes tools away, and a call to one is an unknown tool", async () => {
    const { agent } = await replayAgent(
      [
        delegate({ message: "look", without: ["delegate", "nothing_of_this_name"] }),
        { model: "done" },
      ],
      FILES,
      {
        children: [
          {
            conversation: [
              { expect: { tools: ["weather"], no_tools: ["delegate"] } },
              { model: { calls: [{ id: "x", tool: "delegate", args: { turns: [] } }] } },
              { results: [{ id: "x", is_error: true }] },
              { model: "no" },
            ],
          },
        ],
      },
    );
    const turn = await play(agent, "go");
    expect(childResults(turn.of("tool_result")[0]?.result)).toMatchObject([{ text: "no" }]);
  });

  test("below the depth limit there is none", async () => {
    const { agent } = await replayAgent([delegate({ message: "deep" }), { model: "done" }], FILES, {
      children: [
        {
          conversation: [
            delegate({ message: "deeper" }),
            { results: [{ id: "d", contains: "delegate_depth" }] },
            { model: "stuck" },
          ],
        },
      ],
    });
    const turn = await play(agent, "go");
    expect(childResults(turn.of("tool_result")[0]?.result)).toMatchObject([
      { status: "completed", text: "stuck" },
    ]);
  });

  test("a tool that delegates can tell that its children may not", async () => {
    const careful = tool(
      `args: z.object({ message: z.string() }), execute: async ({ message }, { agent }) => {
         const self = agent.deref();
         const without = self.depth_left <= 1 ? ["careful"] : [];
         return (await self.runChild({ message, without })).text;
       }`,
    );
    const { agent } = await replayAgent(
      [
        { model: { calls: [{ id: "c", tool: "careful", args: { message: "x" } }] } },
        { model: "done" },
      ],
      { ...FILES, "tools/careful.ts": careful },
      { children: [{ conversation: [{ expect: { no_tools: ["careful"] } }, { model: "alone" }] }] },
    );
    const turn = await play(agent, "go");
    expect(turn.of("tool_result").at(-1)?.result.message).toBe("alone");
  });

  test("five at a width of two: all five run, two at a time, results in order", async () => {
    const running = { now: 0, most: 0 };
    const { agent } = await replayAgent(
      [delegate(...[1, 2, 3, 4, 5].map((n) => ({ message: `task ${n}` }))), { model: "done" }],
      { ...FILES, "tools/wait.ts": tool(`execute: () => new Promise((r) => setTimeout(r, 15))`) },
      {
        children: [1, 2, 3, 4, 5].map((n) => ({
          conversation: [
            { user: `task ${n}` },
            { model: { calls: [{ id: "w", tool: "wait" }] } },
            n === 2 ? { model: { text: "", finish: "content-filter" } } : { model: `result ${n}` },
          ],
        })),
      },
    );
    const turn = await play(agent, "go", {
      on: (event) => {
        if (event.type !== "child") return;
        if (event.event.type === "turn_started") running.now += 1;
        if (event.event.type === "turn_ended") running.now -= 1;
        running.most = Math.max(running.most, running.now);
      },
    });
    const results = childResults(turn.of("tool_result").at(-1)?.result);
    expect(results.map((result) => result["status"])).toEqual([
      "completed",
      "failed",
      "completed",
      "completed",
      "completed",
    ]);
    expect(results.map((result) => result["text"])).toMatchObject([
      "result 1",
      expect.stringMatching(/content filter/),
      "result 3",
      "result 4",
      "result 5",
    ]);
    expect(running.most).toBe(2);
  });

  test("is continued by its id, with its conversation", async () => {
    const { agent } = await replayAgent(
      [
        delegate({ message: "first" }),
        { model: "wait" },
        { user: "again" },
        { model: { calls: [{ id: "e", tool: "again", args: {} }] } },
        { model: "done" },
      ],
      {
        ...FILES,
        "tools/again.ts": tool(
          `execute: async (_, { agent }) => JSON.stringify(await agent.deref().runChild({ message: "second", child: globalThis.__child }))`,
        ),
      },
      {
        children: [
          {
            conversation: [
              { user: "first" },
              { model: "one" },
              { user: "second" },
              { model: "two" },
            ],
          },
        ],
      },
    );
    const first = childResults((await play(agent, "go")).of("tool_result")[0]?.result)[0];
    Reflect.set(globalThis, "__child", first?.["child"]);
    const turn = await play(agent, "again");
    Reflect.deleteProperty(globalThis, "__child");
    expect(JSON.parse(turn.of("tool_result")[0]?.result.message ?? "")).toEqual({
      child: first?.["child"],
      status: "completed",
      text: "two",
    });
  });

  test.each([
    [{ message: "x", child: "nobody-1" }, /no child "nobody-1"/],
    [{ message: "x", profile: "nobody" }, /nobody/],
  ])("what can not be run fails by itself: %o", async (given, text) => {
    const { agent } = await replayAgent([delegate(given), { model: "done" }], FILES);
    const turn = await play(agent, "go");
    expect(childResults(turn.of("tool_result")[0]?.result)).toEqual([
      { child: expect.any(String), status: "failed", text: expect.stringMatching(text) },
    ]);
    expect(turn.end.reason).toBe("answered");
  });

  test("out of rounds says so", async () => {
    const { agent } = await replayAgent(
      [delegate({ message: "x", profile: "researcher" }), { model: "done" }],
      {
        ...FILES,
        "agents/researcher/agent.md":
          "---\ntitle: R\ntools: [weather]\nlimits: { rounds: 1 }\n---\nLook.\n",
      },
      {
        children: [
          {
            conversation: [
              { model: { calls: [{ id: "w", tool: "weather", args: { city: "A" } }] } },
              { model: "half of it" },
            ],
          },
        ],
      },
    );
    const turn = await play(agent, "go");
    expect(childResults(turn.of("tool_result")[0]?.result)).toMatchObject([
      { status: "out_of_rounds", text: "half of it" },
    ]);
  });

  test("stops with its parent; what it did so far is kept", async () => {
    const { agent } = await replayAgent(
      [delegate({ message: "x" }), { model: "never" }],
      {
        ...FILES,
        "tools/slow.ts": tool(
          `execute: (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))`,
        ),
      },
      {
        children: [
          { conversation: [{ model: { calls: [{ id: "s", tool: "slow" }] } }, { model: "?" }] },
        ],
      },
    );
    const stop = new AbortController();
    const turn = await play(agent, "go", {
      signal: stop.signal,
      on: (event) => {
        if (event.type === "child" && event.event.type === "call_begun") stop.abort();
      },
    });
    expect(turn.end.reason).toBe("stopped");
    const inside = turn.of("child").map(({ event }) => event);
    expect(inside.at(-1)).toMatchObject({ type: "turn_ended", reason: "stopped" });
  });

  test("that waits for the person costs the call that runs it no time", async () => {
    const host = scriptedHost({ approvals: [{ after: 2600, give: { kind: "allow_once" } }] });
    const { agent } = await replayAgent(
      [delegate({ message: "save it" }), { model: "done" }],
      {
        ...FILES,
        "tools/delegate.ts": DELEGATE.replace(`risk: "read",`, `risk: "read", timeout: 2000,`),
        "tools/save.ts": `import { defineTool } from "pegboard";
export default defineTool({ description: "Saves.", risk: "write", execute: () => "saved" });
`,
      },
      {
        host,
        children: [
          { conversation: [{ model: { calls: [{ id: "s", tool: "save" }] } }, { model: "saved" }] },
        ],
      },
    );
    const turn = await play(agent, "go");
    expect(turn.of("tool_result").at(-1)?.result.status).toBe("ok");
  });

  test("asks the person through its parent's host, which is told who asks", async () => {
    const host = scriptedHost({ approvals: [{ kind: "allow_once" }] });
    const { agent } = await replayAgent(
      [delegate({ message: "save it" }), { model: "done" }],
      {
        ...FILES,
        "tools/save.ts": `import { defineTool } from "pegboard";
export default defineTool({ description: "Saves.", risk: "write", execute: () => "saved" });
`,
      },
      {
        host,
        children: [
          {
            conversation: [
              { model: { calls: [{ id: "s", tool: "save" }] } },
              { results: [{ id: "s", is_error: false, contains: "saved" }] },
              { model: "saved" },
            ],
          },
        ],
      },
    );
    const turn = await play(agent, "go");
    const [result] = childResults(turn.of("tool_result").at(-1)?.result);
    expect(result).toMatchObject({ status: "completed" });
    expect(host.requests[0]?.asker.child).toBe(result?.["child"]);
  });
});
