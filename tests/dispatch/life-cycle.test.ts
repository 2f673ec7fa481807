import { describe, expect, test } from "vitest";
import { z } from "zod";
import { Response, Tool } from "../../core/contract/index.ts";
import type { AgentHandle, ToolContext } from "../../core/contract/index.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";
import { ERROR_CHARS } from "../../core/dispatch/wording.ts";
import { extensionAt, sleep, toolOf, workshop } from "./fixture.ts";

const args = z.object({ n: z.number() });

const endless = (): Promise<void> => new Promise(() => {});

/** A tool that writes down each step of its life. */
function recorder(fault?: "before" | "execute" | "after") {
  const steps: string[] = [];
  class Recorder extends Tool<typeof args> {
    static override description = "Records.";
    static override args = args;
    static override risk = "read" as const;
    override before_execution(): void {
      steps.push(`before ${this.args.n}`);
      if (fault === "before") throw new Error("before failed");
    }
    override execute(given: z.infer<typeof args>): Response {
      steps.push(`execute ${given.n} ${this.args.n}`);
      if (fault === "execute") throw new Error("execute failed");
      return new Response({ message: "the answer" });
    }
    override after_execution(response: Response): void {
      steps.push(`after ${response.message}`);
      if (fault === "after") throw new Error("after failed");
    }
  }
  const extensions = [
    extensionAt("tool_execute_before", "a.ts", ({ args: given }) => {
      steps.push("extension before");
      return { args: { n: Reflect.get(Object(given), "n") + 1 } };
    }),
    extensionAt("tool_execute_after", "a.ts", ({ response }) => {
      steps.push(`extension after ${response.message}`);
    }),
  ];
  return { steps, shape: { tools: { recorder: Recorder }, extensions } };
}

describe("the life of a tool", () => {
  test("has its order, and changed arguments are what execute and this.args see", async () => {
    const { steps, shape } = recorder();
    const result = await workshop(shape).one("recorder", { n: 1 });
    expect(steps).toEqual([
      "before 1",
      "extension before",
      "execute 2 2",
      "extension after the answer",
      "after the answer",
    ]);
    expect(result).toMatchObject({ status: "ok", message: "the answer" });
  });

  test("ends at a throw before it: nothing else runs", async () => {
    const { steps, shape } = recorder("before");
    expect((await workshop(shape).one("recorder", { n: 1 })).message).toContain("before failed");
    expect(steps).toEqual(["before 1"]);
  });

  test("after a throw in execute, neither after sees a Response", async () => {
    const { steps, shape } = recorder("execute");
    expect((await workshop(shape).one("recorder", { n: 1 })).message).toContain("execute failed");
    expect(steps.at(-1)).toBe("execute 2 2");
  });

  test("after a throw at the very end the model knows that the tool ran", async () => {
    const { shape } = recorder("after");
    const result = await workshop(shape).one("recorder", { n: 1 });
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).toContain("after failed");
    expect(result.message).toContain("the answer");
  });

  test("begins anew with each call", async () => {
    class Counter extends Tool {
      static override description = "Counts.";
      static override risk = "read" as const;
      count = 0;
      override execute(): number {
        this.count += 1;
        return this.count;
      }
    }
    const { run } = workshop({ tools: { counter: Counter } });
    const results = await run([{ name: "counter" }, { name: "counter" }]);
    expect(results.map(({ message }) => message)).toEqual(["1", "1"]);
  });

  test("a constructor that throws is an error result", async () => {
    class Stillborn extends Tool {
      static override description = "Never lives.";
      static override risk = "read" as const;
      broken = ((): string => {
        throw new Error("stillborn");
      })();
    }
    const result = await workshop({ tools: { stillborn: Stillborn } }).one("stillborn");
    expect(result).toMatchObject({
      status: "error",
      message: expect.stringContaining("stillborn"),
    });
  });

  test("hooks that never come to an end do not hold up the call", async () => {
    class Before extends Tool {
      static override description = "Hangs.";
      static override risk = "read" as const;
      override before_execution = endless;
      override execute(): string {
        return "never";
      }
    }
    class After extends Tool {
      static override description = "Hangs.";
      static override risk = "read" as const;
      override execute(): string {
        return "done";
      }
      override after_execution = endless;
    }
    const { one, events } = workshop(
      { tools: { before: Before, after: After }, limits: { tool_timeout: 30 } },
      { grace: 5 },
    );
    expect((await one("before")).status).toBe("timeout");
    expect(await one("after")).toMatchObject({ status: "ok", message: "done" });
    expect(events.find(({ type }) => type === "warning")).toMatchObject({ tool: "after" });
  });
});

test.each(["tool_execute_after", "tool_output_update", "error_format"] as const)(
  "a question that a tool leaves open does not hold up what comes after it: %s",
  async (point) => {
    const forgets = toolOf({
      timeout: 60,
      execute(_args, { ask, progress }) {
        void ask({ text: "Anybody?" });
        progress.add("x");
        if (point === "error_format") throw new Error("raw");
        return "done";
      },
    });
    const host = scriptedHost({ answers: () => ({ silent: true }) });
    const extensions = [extensionAt(point, "a.ts", () => new Promise<never>(() => {}))];
    const { one } = workshop({ tools: { forgets }, extensions }, { host });
    expect((await one("forgets")).message).toContain(point === "error_format" ? "raw" : "done");
    expect(host.open.size).toBe(0);
  },
);

describe("what a tool is given", () => {
  test("is all there", async () => {
    let seen: ToolContext | undefined;
    let self: unknown;
    const remember = (one: unknown): void => void (self = one);
    const look = toolOf({
      execute(this: unknown, _args, context) {
        seen = context;
        remember(this);
      },
    });
    const loop_data = { round: 3, memo: new Map() };
    const { one } = workshop({ tools: { look } }, { model: "test/model" });
    const { id } = await one("look", {}, { turn: "t1", message: "the reply", loop_data });
    expect(seen).toMatchObject({
      turn: { id: "t1", profile: "tester", session: "s1" },
      model: "test/model",
      call: { id, name: "look", method: null },
      workspace: "/nowhere",
      settings: {},
    });
    expect(seen?.signal).toBeInstanceOf(AbortSignal);
    expect(seen?.signal).toBe(seen?.signal);
    expect(self).toMatchObject({ name: "look", method: null, message: "the reply", loop_data });
    // A copy of the context is as good as the context.
    expect({ ...seen }.signal).toBe(seen?.signal);
  });

  test("a log whose lines reach the dispatcher's", async () => {
    const lines: unknown[] = [];
    const line = (message: string, data?: object): void => void lines.push([message, data]);
    const log = { debug: line, info: line, warn: line, error: line };
    const talks = toolOf({ execute: (_args, { log: own }) => own.info("hello", { n: 1 }) });
    await workshop({ tools: { talks } }, { log }).one("talks");
    expect(lines).toContainEqual(["hello", { n: 1 }]);
  });

  test("progress: set shows, add accumulates, the end shows what is left", async () => {
    const works = toolOf({
      async execute(_args, { progress }) {
        await progress.set("one");
        progress.add(", two");
        progress.add(", three");
        await progress.set("");
        await progress.set("again");
        progress.add(" and");
      },
    });
    const { one, events } = workshop({ tools: { works } });
    await one("works");
    const shown = events.flatMap((event) => (event.type === "progress" ? [event.text] : []));
    expect(shown).toEqual(["one", "one, two, three", "again", "again and"]);
  });

  test("progress after the end is dropped", async () => {
    let late: (() => Promise<void>) | undefined;
    const leaves = toolOf({
      execute(_args, { progress, ask, agent }) {
        late = async () => {
          await progress.set("late");
          expect(await ask({ text: "?" })).toMatchObject({ status: "no_host" });
          expect(agent.deref()).toBeUndefined();
        };
      },
    });
    const { one, events } = workshop({ tools: { leaves } });
    await one("leaves");
    const before = events.length;
    await late?.();
    expect(events.length).toBe(before);
  });
});

describe("a tool that calls a tool", () => {
  const inner = toolOf({ args, execute: ({ n }) => `inner ${String(n)}` });
  const outer = toolOf({
    async execute(_args, { agent }) {
      const result = await agent.deref()?.callTool({ name: "inner", args: { n: "5" } });
      return `${result?.id} ${result?.status} ${result?.message}`;
    },
  });

  test("goes through the same pipeline, under an id of its own", async () => {
    const { one, events } = workshop({ tools: { inner, outer } });
    const result = await one("outer");
    expect(result.message).toBe(`${result.id}.1 ok inner 5`);
    expect(events.filter(({ type }) => type === "tool_result")).toHaveLength(2);
  });

  test("needs the same approvals", async () => {
    const risky = toolOf({ risk: "write", args, execute: () => "ran" });
    const { one } = workshop({ tools: { inner: risky, outer } });
    expect((await one("outer")).message).toContain("denied");
  });

  test("does not wait for the slots that its own batch holds", async () => {
    const { run } = workshop({ tools: { inner, outer }, limits: { parallel: 1 } });
    const results = await run([{ name: "outer" }, { name: "outer" }]);
    expect(results.map(({ status }) => status)).toEqual(["ok", "ok"]);
  });

  test("can not go on for ever", async () => {
    const loops = toolOf({
      execute: async (_args, { agent }) =>
        (await agent.deref()?.callTool({ name: "loops", args: {} }))?.message ?? "no agent",
    });
    const { one } = workshop({ tools: { loops } });
    expect((await one("loops")).message).toContain("more than 8 deep");
  });

  test("is stopped with the call it belongs to, and calls nothing any more", async () => {
    let ran = 0;
    const counts = toolOf({ execute: () => void (ran += 1) });
    const wanders = toolOf({
      timeout: 20,
      async execute(_args, { agent }) {
        const handle = agent.deref();
        await sleep(60);
        return (await handle?.callTool({ name: "counts", args: {} }))?.status;
      },
    });
    const { one } = workshop({ tools: { counts, wanders } }, { grace: 5 });
    expect((await one("wanders")).status).toBe("timeout");
    await sleep(80);
    expect(ran).toBe(0);
  });

  test("waits for a person on the person's time, not on its own", async () => {
    const risky = toolOf({ risk: "write", args, execute: () => "ran" });
    const patient = toolOf({
      timeout: 500,
      execute: async (_args, { agent }) =>
        (await agent.deref()?.callTool({ name: "risky", args: { n: 1 } }))?.message,
    });
    const host = {
      name: "slow person",
      canAsk: true,
      answer: () => Promise.reject(new Error("not asked")),
      async approve({ id, binding }: { id: string; binding: string }) {
        await sleep(700);
        return { kind: "allow_once", id, binding } as const;
      },
    };
    const { one } = workshop({ tools: { risky, patient } }, { host });
    expect(await one("patient")).toMatchObject({ status: "ok", message: "ran" });
  });

  test("has the agent behind it, where there is one", async () => {
    const turns: unknown[] = [];
    const handle: AgentHandle = {
      id: "a1",
      profile: "tester",
      session: "s1",
      depth: 0,
      depth_left: 1,
      callTool: () => Promise.reject(new Error("the dispatcher does this itself")),
      async runChild(turn) {
        turns.push(turn);
        return { child: "c", status: "completed", text: "from the child" };
      },
      async handle_intervention() {},
    };
    const delegates = toolOf({
      async execute(_args, { agent }) {
        const self = agent.deref();
        await self?.handle_intervention();
        const { text } = (await self?.runChild({ message: "go" })) ?? { text: "no agent" };
        return `${self?.id} ${text}`;
      },
    });
    const { one } = workshop({ tools: { delegates } }, { agent: { deref: () => handle } });
    expect((await one("delegates")).message).toBe("a1 from the child");
    expect(turns).toEqual([
      expect.objectContaining({ message: "go", signal: expect.any(AbortSignal) }),
    ]);
  });

  test("where no agent runs, a child turn fails and says so", async () => {
    const delegates = toolOf({
      execute: async (_args, { agent }) =>
        (await agent.deref()?.runChild({ message: "go" }))?.status,
    });
    expect((await workshop({ tools: { delegates } }).one("delegates")).message).toBe("failed");
  });
});

describe("the turn", () => {
  test("ends with an empty message too", async () => {
    const ends = toolOf({
      break_loop: "sometimes",
      execute: () => new Response({ message: "", break_loop: true }),
    });
    expect(await workshop({ tools: { ends } }).one("ends")).toMatchObject({
      status: "ok",
      break_loop: true,
      message: "",
    });
  });

  test("is not ended by a tool that may not, nor by one that fails", async () => {
    const may_not = toolOf({ execute: () => new Response({ message: "x", break_loop: true }) });
    const fails = toolOf({ break_loop: "always", execute: () => Promise.reject(new Error("x")) });
    const { one, events } = workshop({ tools: { may_not, fails } });
    expect((await one("may_not")).break_loop).toBe(false);
    expect(events.some(({ type }) => type === "warning")).toBe(true);
    expect((await one("fails")).break_loop).toBe(false);
  });

  test("additional metadata never takes the place of the result's own fields", async () => {
    const additional = { id: "other", tool_name: "other", status: "denied" };
    const sly = toolOf({ execute: () => new Response({ message: "x", additional }) });
    const { one } = workshop({ tools: { sly } });
    const result = await one("sly");
    expect(result).toMatchObject({ tool: "sly", status: "ok", additional });
    expect(result.id).not.toBe("other");
  });

  test("metadata without measure is left out, and said so", async () => {
    const additional = { x: "y".repeat(1_000_000) };
    const loud = toolOf({ execute: () => new Response({ message: "x", additional }) });
    const { one, events } = workshop({ tools: { loud } });
    expect(await one("loud")).toMatchObject({ status: "ok", additional: null });
    expect(events.some(({ type }) => type === "warning")).toBe(true);
  });

  test("error texts are bounded after they were formatted", async () => {
    const fails = toolOf({ execute: () => Promise.reject(new Error("x")) });
    const extensions = [
      extensionAt("error_format", "a.ts", ({ message }) => `${message}${"!".repeat(10_000)}`),
    ];
    const { message } = await workshop({ tools: { fails }, extensions }).one("fails");
    expect(message.length).toBeLessThanOrEqual(ERROR_CHARS);
    expect(message).toContain("x!!!");
  });
});
