import { afterAll, describe, expect, test } from "vitest";
import { isFailed, isInvalidArgs } from "../../../core/contract/index.ts";
import type { AgentHandle, Answer, Question } from "../../../core/contract/index.ts";
import { makeWorkspace } from "../../support/workspace.ts";
import { eventually, isolate, toolOf } from "./harness.ts";

const workspace = makeWorkspace({
  "tools/run.ts": toolOf(
    `return await (new Function("args", "context", "c", "return (async () => {" + args.code + "})()"))(args, context, { Failed, InvalidArgs, Response });`,
  ),
  "tools/hooks.ts": `import { Response, Tool } from "pegboard";
export default class Hooks extends Tool {
  static override description = "For a test.";
  steps: string[] = [];
  override before_execution() {
    this.steps.push("before " + JSON.stringify(this.args));
  }
  async execute(args: any, context: any) {
    this.steps.push("execute " + JSON.stringify(args) + JSON.stringify(this.args));
    await this.set_progress("half");
    this.add_progress("more");
    if (args.fail) throw new Error("no");
    return new Response({ message: [this.name, this.method, this.message, this.loop_data.round].join("|"), additional: { steps: this.steps } });
  }
  override async after_execution(response: any, context: any) {
    await context.progress.set([...this.steps, "after " + response.message].join(", "));
  }
}
`,
  "tools/many.ts": toolOf(
    `return "itself"`,
    "",
    `methods: {
    load: { description: "x", execute: async (args: any, { call }: any) => "load " + call.method + JSON.stringify(args) },
  },`,
  ),
});

const harness = isolate(workspace);
afterAll(() => harness.close());

const run = (code: string, options: Parameters<typeof harness.call>[1] = {}) =>
  harness.call("tools/run.ts", { ...options, args: { code } });

describe("what a tool gives back", () => {
  test.each<[what: string, code: string, message: string]>([
    ["a text", `return "4 °C 😀"`, "4 °C 😀"],
    ["nothing", ``, "(no output)"],
    ["null", `return null`, "null"],
    ["a number", `return 0.5`, "0.5"],
    ["a bigint", `return 5n`, "5"],
    ["data", `return { a: [1, { b: "c" }], d: undefined }`, '{"a":[1,{"b":"c"}]}'],
    [
      "what can not be copied",
      `return { f: () => 1, s: Symbol("x"), w: new WeakMap(), n: 1 }`,
      '{"s":"Symbol(x)","w":{},"n":1}',
    ],
    ["an object with toJSON", `return new URL("https://x.test/a")`, "https://x.test/a"],
    [
      "a class with toJSON",
      `return { at: new (class { toJSON() { return "json" } })() }`,
      '{"at":"json"}',
    ],
    ["a circle", `const a = { b: 1 }; a.self = a; return a`, '{"b":1,"self":"(circular)"}'],
    [
      "a getter that throws",
      `return { get a() { throw new Error("x") }, b: 1 }`,
      '{"a":"(can not be read)","b":1}',
    ],
    ["a Map", `return new Map([["a", 1n]])`, '{"a":"1"}'],
    ["a megabyte", `return "x".repeat(1e6)`, "x".repeat(1e6)],
  ])("%s", async (_what, code, message) => {
    expect(await run(code)).toMatchObject({ message, break_loop: false, additional: undefined });
  });

  test("a Response keeps its fields", async () => {
    const response = await run(
      `return new c.Response({ message: "", break_loop: true, additional: { a: 1n, f() {}, d: new Date(0) } })`,
    );
    expect(response).toMatchObject({ message: "", break_loop: true });
    expect(response.additional).toEqual({ a: "1", d: "1970-01-01T00:00:00.000Z" });
  });
});

describe("what a tool throws", () => {
  test.each<[what: string, code: string, expected: unknown]>([
    [
      "an error",
      `throw new TypeError("no")`,
      expect.objectContaining({ name: "TypeError", message: "no" }),
    ],
    ["a text", `throw "no"`, "no"],
    ["undefined", `throw undefined`, undefined],
    ["null", `throw null`, null],
    ["a number", `throw 7`, 7],
    ["an object", `throw { message: "no", f() {} }`, expect.objectContaining({ message: "no" })],
    ["what can not be read", `throw { get message() { throw 1 } }`, expect.any(Error)],
    [
      "a rejection",
      `await Promise.reject(new Error("no"))`,
      expect.objectContaining({ message: "no" }),
    ],
  ])("%s", async (_what, code, expected) => {
    const thrown = await run(code).then(
      () => "nothing",
      (error: unknown) => error,
    );
    expect(thrown).toEqual(expected);
  });

  test("InvalidArgs and Failed are still recognised, with their fields and stack", async () => {
    const wrong: unknown = await run(`throw new c.InvalidArgs("too late", ["until"])`).catch(
      (e: unknown) => e,
    );
    if (!isInvalidArgs(wrong)) throw new Error("not InvalidArgs");
    expect([wrong.message, wrong.fields]).toEqual(["too late", ["until"]]);
    expect(wrong.stack).toContain("run.ts");
    const failed: unknown = await run(`throw new c.Failed("no such city")`).catch(
      (e: unknown) => e,
    );
    expect(isFailed(failed)).toBe(true);
  });
});

describe("what a tool sees", () => {
  test("its context", async () => {
    const { additional } = await run(
      `const { turn, model, call, workspace, settings, signal } = context;
       return new c.Response({ message: "", additional: { turn, model, call, workspace, settings, aborted: signal.aborted, agent: context.agent.deref() === undefined } })`,
    );
    expect(additional).toEqual({
      turn: { id: "turn-1", profile: "default", session: "session-1" },
      model: "replay/x",
      call: { id: "call-1", name: "run", method: null },
      workspace: workspace.root,
      settings: {},
      aborted: false,
      agent: true,
    });
  });

  test("its instance, through all steps, with the arguments of each", async () => {
    const seen: unknown[] = [];
    const { message, additional } = await harness.call("tools/hooks.ts", { args: { a: 1 }, seen });
    expect(message).toBe("hooks||the raw message|3");
    const steps = ['before {"a":1}', 'execute {"a":1}{"a":1}'];
    expect(additional).toEqual({ steps });
    expect(seen).toEqual([
      ["set", "half"],
      ["add", "more"],
      ["set", [...steps, `after ${message}`].join(", ")],
    ]);
  });

  test("no step after a throw", async () => {
    const seen: unknown[] = [];
    await expect(harness.call("tools/hooks.ts", { args: { fail: true }, seen })).rejects.toThrow(
      "no",
    );
    expect(seen).toEqual([
      ["set", "half"],
      ["add", "more"],
    ]);
  });

  test("its methods", async () => {
    const { message } = await harness.call("tools/many.ts", { method: "load", args: { a: 1 } });
    expect(message).toBe('load load{"a":1}');
  });

  test("dates, maps and bytes in its arguments", async () => {
    const args = {
      code: `return [args.d.getTime(), args.m.get("k"), args.b.length].join()`,
      d: new Date(5),
      m: new Map([["k", 1]]),
      b: new Uint8Array(3),
    };
    expect((await harness.call("tools/run.ts", { args })).message).toBe("5,1,3");
  });

  test("arguments that can not be copied are an error of that call", async () => {
    const args = { code: "return 1", f: () => 1 };
    await expect(harness.call("tools/run.ts", { args })).rejects.toThrow(
      /run in a worker.*cloned/s,
    );
    expect((await run("return 2")).message).toBe("2");
  });
});

describe("what a tool asks for", () => {
  test("progress and log, in order, whatever is logged", async () => {
    const seen: unknown[] = [];
    await run(
      `await context.progress.set("one"); context.progress.add("two");
       context.log.info("hello", { a: () => 1, b: 1n }); context.log.error("bye"); await context.progress.set(3)`,
      { seen },
    );
    expect(seen).toEqual([
      ["set", "one"],
      ["add", "two"],
      ["info", "hello", { b: "1" }],
      ["error", "bye", undefined],
      ["set", "3"],
    ]);
  });

  test("an answer of a person", async () => {
    const asked: Question[] = [];
    const answer = (question: Question): Promise<Answer> => {
      asked.push(question);
      return Promise.resolve({ status: "answered", text: "two", choice: 1 });
    };
    const code = `const answer = await context.ask({ text: "Which?", choices: ["one", "two"], timeout: "5s" }); return answer`;
    expect((await run(code, { answer })).message).toBe(
      '{"status":"answered","text":"two","choice":1}',
    );
    expect(asked).toEqual([{ text: "Which?", choices: ["one", "two"], timeout: "5s" }]);
  });

  test("the agent: calls, child turns and their signals, interventions", async () => {
    const seen: unknown[] = [];
    const agent: AgentHandle = {
      id: "agent-1",
      profile: "default",
      session: "session-1",
      depth: 2,
      depth_left: 0,
      callTool({ signal: _signal, ...call }) {
        seen.push(call);
        const { name } = call;
        return Promise.resolve({
          id: "1",
          tool: name,
          method: null,
          status: "ok",
          is_error: false,
          message: "called",
          break_loop: false,
          additional: null,
          ms: 1,
        });
      },
      runChild: ({ message, signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener("abort", () => {
            seen.push(["child stopped", String(Reflect.get(Object(signal.reason), "message"))]);
            resolve({ child: "c", status: "stopped", text: message });
          });
        }),
      handle_intervention: () => Promise.reject(new Error("steered")),
    };
    const code = `const agent = context.agent.deref();
      const called = await agent.callTool({ name: "other", args: { x: 1 } });
      const stop = new AbortController();
      setTimeout(() => stop.abort(new Error("enough")), 20);
      const child = await agent.runChild({ message: "go", signal: stop.signal });
      const steered = await agent.handle_intervention().catch((error) => error.message);
      return [agent.id, agent.depth, called.message, child.status, child.text, steered].join()`;
    expect((await run(code, { agent })).message).toBe("agent-1,2,called,stopped,go,steered");
    expect(seen).toEqual([{ name: "other", args: { x: 1 } }, ["child stopped", "enough"]]);
  });

  test("a call that is over asks for nothing more, and its child is stopped", async () => {
    const seen: unknown[] = [];
    const agent: AgentHandle = {
      id: "a",
      profile: "default",
      session: "s",
      depth: 0,
      depth_left: 0,
      callTool: () => Promise.reject(new Error("no")),
      runChild: ({ signal }) =>
        new Promise(() => signal?.addEventListener("abort", () => seen.push("child stopped"))),
      handle_intervention: () => Promise.resolve(),
    };
    await run(
      `const agent = context.agent.deref();
       void agent.runChild({ message: "go" });
       setTimeout(() => { context.log.info("late"); context.progress.set(context.agent.deref() === undefined ? "gone" : "there"); }, 50);
       return "done"`,
      { agent, seen },
    );
    await eventually(() => seen.length > 0);
    await run(`await new Promise((resolve) => setTimeout(resolve, 100))`);
    expect(seen).toEqual(["child stopped"]);
  });

  test("its signal, with the reason", async () => {
    const controller = new AbortController();
    const seen: unknown[] = [];
    const code = `await context.progress.set("begun");
      await new Promise((resolve) => context.signal.addEventListener("abort", resolve));
      const { reason } = context.signal;
      return [reason.name, reason.message, reason instanceof DOMException].join()`;
    const { response, running } = harness.start("tools/run.ts", {
      args: { code },
      signal: controller.signal,
      seen,
    });
    await eventually(() => seen.length > 0);
    controller.abort(new DOMException("enough", "TimeoutError"));
    expect((await response).message).toBe("TimeoutError,enough,true");
    running.release();
    expect(
      (
        await run("return context.signal.aborted + context.signal.reason.message", {
          signal: AbortSignal.abort(new Error("before")),
        })
      ).message,
    ).toBe("truebefore");
  });
});
