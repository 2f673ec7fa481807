import { describe, expect, test } from "vitest";
import { openAgent } from "../../core/agent/agent.ts";
import type { AgentEvent } from "../../core/agent/events.ts";
import { openModel } from "../../core/agent/models/open-model.ts";
import type { ToolResult } from "../../core/contract/index.ts";
import { toolStore } from "../../core/store/tool-store.ts";
import { toolSource } from "../support/workspace.ts";
import { bundled } from "../support/bundled.ts";

type Script = {
  readonly files?: Readonly<Record<string, string>>;
  readonly args: readonly object[];
  readonly children: readonly object[];
  readonly stopAt?: (event: AgentEvent) => boolean;
};

/** A parent that delegates once for each of `args`, with children whose conversations are given. */
async function delegate({ files = {}, args, children, stopAt }: Script) {
  const recording = {
    format: "pegboard.replay/1",
    conversation: [
      ...args.map((given, index) => ({
        model: { calls: [{ id: `d${index}`, tool: "delegate_task", args: given }] },
      })),
      { model: "Done." },
    ],
    children,
  };
  const house = bundled({ "test.replay.json": JSON.stringify(recording), ...files });
  const board = await house.board();
  const agent = openAgent({
    board,
    model: await openModel("replay/test", {}, { board }),
    store: house.store.conversations,
    toolStore: toolStore(house.store),
    openBoard: house.board,
  });
  const events: AgentEvent[] = [];
  const stop = new AbortController();
  for await (const event of agent.turn("go", { signal: stop.signal })) {
    events.push(event);
    if (stopAt?.(event)) stop.abort();
  }
  await agent.close();
  const results: ToolResult[] = events.flatMap((event) =>
    event.type === "tool_result" ? [event.result] : [],
  );
  return { house, events, results, end: events.at(-1) };
}

const profile = (more: string) => ({
  "agents/default/agent.md": `---\ntitle: D\n${more}\n---\nYou.\n`,
});

describe("delegate_task", () => {
  test("a child has its parent's tools, less delegate_task, clarify and memory", async () => {
    const { results, events } = await delegate({
      files: {
        ...profile("tools: [a, b, delegate_task, clarify, memory]"),
        "tools/a.ts": toolSource("a"),
        "tools/b.ts": toolSource("b"),
      },
      args: [{ goal: "look", context: "there" }],
      children: [
        {
          conversation: [
            { user: "look\n\nthere" },
            { expect: { tools: ["a", "b"], no_tools: ["delegate_task", "clarify", "memory"] } },
            { model: { calls: [{ id: "x", tool: "delegate_task", args: { goal: "deeper" } }] } },
            { results: [{ id: "x", is_error: true, contains: "no tool" }] },
            { model: "Seen." },
          ],
        },
      ],
    });
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    expect(results[0]).toMatchObject({ status: "ok" });
    expect(results[0]?.message).toMatch(/^completed \(child default-\w+\)\nSeen\.$/);
  });

  test("a child of another profile never has more than its parent", async () => {
    const { results, events } = await delegate({
      files: {
        ...profile("tools: [a, delegate_task]"),
        "agents/wide/agent.md": "---\ntitle: W\ntools: [a, b]\n---\nYou.\n",
        "tools/a.ts": toolSource("a"),
        "tools/b.ts": toolSource("b"),
      },
      args: [
        { goal: "look", profile: "wide" },
        { goal: "look", profile: "nobody" },
      ],
      children: [
        {
          profile: "wide",
          conversation: [{ expect: { tools: ["a"], no_tools: ["b"] } }, { model: "Only a." }],
        },
      ],
    });
    expect(events.filter(({ type }) => type === "error")).toEqual([]);
    expect(results[0]?.message).toMatch(/^completed \(child wide-\w+\)\nOnly a\.$/);
    expect(results[1]).toMatchObject({ status: "error" });
    expect(results[1]?.message).toContain("nobody");
  });

  test("five tasks at width three are all done, in the order given, each with its status", async () => {
    const { results, events } = await delegate({
      args: [{ goals: ["one", "two", "three", "four", "five"] }],
      children: ["one", "two", "three", "four", "five"].map((name) => ({
        conversation:
          name === "two"
            ? [{ user: name }, { expect: { system: "what no prompt holds" } }, { model: "never" }]
            : [{ user: name }, { model: `did ${name}` }],
      })),
    });
    const [result] = results;
    expect(result).toMatchObject({ status: "ok" });
    expect(result?.additional).toMatchObject({
      tasks: ["completed", "failed", "completed", "completed", "completed"].map((status) => ({
        status,
      })),
    });
    expect(result?.message).toMatch(
      /Task 1: completed.*did one.*Task 2: failed.*Task 3: completed.*did three.*did four.*did five/s,
    );
    let most = 0;
    const open = new Set<string>();
    for (const event of events) {
      if (event.type !== "child") continue;
      if (event.event.type === "turn_started") open.add(event.child);
      if (event.event.type === "turn_ended") open.delete(event.child);
      most = Math.max(most, open.size);
    }
    expect(most).toBeLessThanOrEqual(3);
  });

  test("a child that fails is failed and not completed; one out of rounds says so", async () => {
    const { results } = await delegate({
      files: {
        "agents/short/agent.md": "---\ntitle: S\nlimits: { rounds: 1 }\n---\nYou.\n",
        "tools/a.ts": toolSource("a"),
      },
      args: [{ goal: "fail" }, { goal: "long", profile: "short" }],
      children: [
        { conversation: [{ user: "fail" }, { expect: { tools: ["nothing"] } }, { model: "x" }] },
        {
          profile: "short",
          conversation: [
            { model: { text: "So far.", calls: [{ id: "a", tool: "a", args: {} }] } },
            { model: "Half of it." },
          ],
        },
      ],
    });
    expect(results[0]).toMatchObject({
      status: "error",
      message: expect.stringMatching(/^failed/),
    });
    expect(results[1]?.message).toMatch(/^not completed: out of rounds.*Half of it\./s);
  });

  test("a child is continued by its id", async () => {
    const files = {
      "usr/extensions/tool_execute_before/_10_child.ts": `import { defineExtension } from "pegboard";
export default defineExtension("tool_execute_before", ({ args }) =>
  args.child === "KNOWN" ? { args: { ...args, child: globalThis.__pegboardChild } } : undefined,
);`,
      "usr/extensions/tool_execute_after/_10_child.ts": `import { defineExtension } from "pegboard";
export default defineExtension("tool_execute_after", ({ response }) => {
  globalThis.__pegboardChild = response.additional.tasks[0].child;
});`,
    };
    const { results } = await delegate({
      files,
      args: [
        { goal: "begin" },
        { goal: "more", child: "KNOWN" },
        { goal: "more", child: "nobody-1" },
      ],
      children: [
        { conversation: [{ model: "Begun." }, { user: "more" }, { model: "And gone on." }] },
      ],
    });
    expect(results[0]?.message).toContain("Begun.");
    expect(results[1]).toMatchObject({ status: "ok" });
    expect(results[1]?.message).toContain("And gone on.");
    expect(results[2]).toMatchObject({
      status: "error",
      message: expect.stringContaining('no child "nobody-1"'),
    });
  });

  test("when the parent is stopped its children are, and what they have is kept", async () => {
    const { results, end, house } = await delegate({
      files: {
        "tools/slow.ts": toolSource("slow", `timeout: "60s",`).replace(
          "async execute() {",
          "async execute(_args, { signal }) { await new Promise((go) => signal.addEventListener('abort', go));",
        ),
      },
      args: [{ goals: ["one", "two"] }],
      children: ["one", "two"].map((name) => ({
        conversation: [
          { user: name },
          { model: { text: `began ${name}`, calls: [{ id: "s", tool: "slow", args: {} }] } },
          { model: "never" },
        ],
      })),
      stopAt: (() => {
        let begun = 0;
        return (event: AgentEvent) =>
          event.type === "child" && event.event.type === "call_begun" && ++begun === 2;
      })(),
    });
    expect(end).toMatchObject({ type: "turn_ended", reason: "stopped" });
    expect(results[0]).toMatchObject({ status: "cancelled" });
    expect(results[0]?.message).toMatch(/began one.*began two/s);
    const kept = await house.store.sessions.list({ children: true });
    expect(kept.filter(({ parent }) => parent !== null)).toHaveLength(2);
  });

  test.each([
    [{}],
    [{ goal: "a", goals: ["b"] }],
    [{ goals: [] }],
    [{ goal: "a", child: "x", profile: "default" }],
    [{ goals: Array.from({ length: 11 }, () => "x") }],
  ])("%j is refused", async (args) => {
    expect(await bundled().call("delegate_task", args)).toMatchObject({ status: "error" });
  });

  test("called by itself, without an agent, it fails", async () => {
    expect(await bundled().call("delegate_task", { goal: "x" })).toMatchObject({
      status: "error",
      message: expect.stringContaining("no agent"),
    });
  });
});
