import { describe, expect, test } from "vitest";
import type { ApprovalRequest, Host } from "../../core/dispatch/host.ts";
import { openStore } from "../../core/store/store.ts";
import { makeWorkspace } from "../support/workspace.ts";
import { play, replayAgent, tool } from "./running.ts";

const FILES = {
  "tools/send.ts": tool(
    `args: z.object({ to: z.string() }), execute: ({ to }) => { globalThis.__pegboardSent?.push(to); return "sent"; }`,
  ).replace('risk: "read"', 'risk: "write"'),
  "tools/hand_over.ts": tool(
    `args: z.object({}), async execute(_, { agent }) { const { status, text } = await agent.deref().runChild({ message: "send it" }); return status + ": " + text; }`,
  ),
};

const send = { model: { calls: [{ id: "s", tool: "send", args: { to: "ada" } }] } };
const handOver = {
  conversation: [
    { model: { calls: [{ id: "h", tool: "hand_over", args: {} }] } },
    { model: "Over." },
  ],
  children: [{ conversation: [send, { results: [{ id: "s" }] }, { model: "Child done." }] }],
};

function asks(answer: Host["approve"]): Host {
  return {
    name: "test",
    canAsk: true,
    approve: answer,
    answer: () => Promise.resolve({ status: "no_host" }),
  };
}

describe("a child's call that has to be allowed", () => {
  test("is put before the person through the parent's host, who is told which child asks", async () => {
    const asked: ApprovalRequest[] = [];
    const host = asks((request) => {
      asked.push(request);
      return Promise.resolve({ kind: "allow_once", id: request.id, binding: request.binding });
    });
    const { agent } = await replayAgent(handOver.conversation, FILES, {
      host,
      children: handOver.children,
    });
    const turn = await play(agent, "go");
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ call: { tool: "send" }, args: { to: "ada" } });
    expect(asked[0]?.asker.child).toMatch(/^default-/);
    expect(asked[0]?.asker.child).toBe(asked[0]?.asker.session);
    expect(turn.of("tool_result").at(-1)?.result.message).toBe("completed: Child done.");
  });

  test("is denied where nobody can be asked", async () => {
    const { agent } = await replayAgent(handOver.conversation, FILES, {
      children: handOver.children,
    });
    const turn = await play(agent, "go");
    const inner = turn
      .of("child")
      .flatMap(({ event }) => (event.type === "tool_result" ? [event.result] : []));
    expect(inner).toMatchObject([{ tool: "send", status: "denied" }]);
  });
});

describe("a question that was open when the process died", () => {
  test("is still listed; its call counts as interrupted and is never run by an answer", async () => {
    const sent: string[] = [];
    Reflect.set(globalThis, "__pegboardSent", sent);
    const { root } = makeWorkspace();
    const before = openStore({ root });
    const dying = asks(() => new Promise(() => {}));
    const first = await replayAgent([send, { model: "never" }], FILES, {
      host: dying,
      store: before.conversations,
      approvals: before.approvals,
      session: "s-1",
      children: [],
    });
    const stop = new AbortController();
    const open = new Promise<void>((resolve) => {
      void (async () => {
        for await (const event of first.agent.turn("go", { signal: stop.signal })) {
          if (event.type === "approval_asked") resolve();
        }
      })();
    });
    await open;
    // The process is gone here: another one sees what the store has.
    const after = openStore({ root });
    const listed = await eventually(() => after.approvals.list());
    expect(listed).toMatchObject([
      { request: { call: { tool: "send" }, args: { to: "ada" }, asker: { session: "s-1" } } },
    ]);
    const second = await replayAgent([{ model: "What was it?" }], FILES, {
      store: after.conversations,
      approvals: after.approvals,
      session: "s-1",
    });
    await play(second.agent, "are you there?");
    const results = second.agent.messages.flatMap((message) =>
      message.role === "tool" ? message.results : [],
    );
    expect(results).toMatchObject([
      { id: "s", status: "cancelled", message: expect.stringContaining("interrupted") },
    ]);
    expect(await after.approvals.list()).toHaveLength(1);
    await after.approvals.settled(listed[0]?.request.id ?? "");
    expect(await after.approvals.list()).toEqual([]);
    expect(sent).toEqual([]);
    stop.abort();
    await first.agent.close();
    await Promise.all([before.close(), after.close()]);
    Reflect.deleteProperty(globalThis, "__pegboardSent");
  });
});

/** The question is written while it is shown. */
async function eventually<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  for (let tried = 0; tried < 200; tried += 1) {
    const found = await read();
    if (found.length > 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return [];
}
