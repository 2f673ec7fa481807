import { expect, describe, test } from "vitest";
import type { AgentHandle, ChildTurn } from "../../core/contract/index.ts";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import type { Host } from "../../core/dispatch/host.ts";
import { noHost } from "../../core/dispatch/hosts/none.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";
import { Secrets } from "../../core/dispatch/secrets/secrets.ts";
import { holdOf } from "../../core/dispatch/tool-agent.ts";
import { boardOf, toolOf, workshop } from "./fixture.ts";

const send = toolOf({ risk: "write", execute: () => "sent" });
const delegate = toolOf({
  timeout: 500,
  async execute(_args, { agent }) {
    return (await agent.deref()?.runChild({ message: "send it" }))?.text;
  },
});

/** An agent whose child makes one call, `send`, and answers with what came of it. */
function agentWith(host: Host): AgentHandle {
  return {
    id: "parent",
    profile: "tester",
    session: "s1",
    depth: 0,
    depth_left: 1,
    callTool: () => Promise.reject(new Error("the dispatcher does this itself")),
    handle_intervention: () => Promise.resolve(),
    async runChild(turn: ChildTurn) {
      const hold = holdOf(turn);
      const child = createDispatcher({
        board: boardOf({ tools: { send } }),
        host,
        secrets: Secrets.none,
        session: "s1/child",
        child: "researcher-1",
        ...(hold === undefined ? {} : { hold }),
      });
      const [result] = await child.run(
        [{ id: "c", name: "send", args: {} }],
        turn.signal === undefined ? {} : { signal: turn.signal },
      );
      await child.close();
      return { child: "researcher-1", status: "completed", text: result?.status ?? "nothing" };
    },
  };
}

function parent(host: Host) {
  const handle = agentWith(host);
  return workshop({ tools: { delegate } }, { host, agent: { deref: () => handle } });
}

describe("a child agent's call", () => {
  test("is asked about through the parent's host, which is told which child asks", async () => {
    const host = scriptedHost({ approvals: [{ kind: "allow_once" }] });
    expect((await parent(host).one("delegate")).message).toBe("ok");
    expect(host.requests[0]?.asker).toMatchObject({ child: "researcher-1", session: "s1/child" });
  });

  test("is denied where nobody can be asked", async () => {
    expect((await parent(noHost).one("delegate")).message).toBe("denied");
  });

  test("waits for a person on the person's time, not on that of the tool that delegates", async () => {
    const host = scriptedHost({ approvals: [{ after: 700, give: { kind: "allow_once" } }] });
    expect(await parent(host).one("delegate")).toMatchObject({ status: "ok", message: "ok" });
  });

  test("is stopped with its parent, and its question withdrawn", async () => {
    const host = scriptedHost({ approvals: [{ silent: true }] });
    const stop = new AbortController();
    const running = parent(host).one("delegate", {}, { signal: stop.signal });
    await expect.poll(() => host.requests.length, { timeout: 10_000 }).toBe(1);
    stop.abort();
    const result = await running;
    expect(result.status).toBe("cancelled");
    expect(host.requests).toHaveLength(1);
    expect(host.open.size).toBe(0);
  });
});
