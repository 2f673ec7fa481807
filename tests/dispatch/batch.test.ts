import { describe, expect, test } from "vitest";
import { z } from "zod";
import { createDispatcher } from "../../core/dispatch/dispatcher.ts";
import { Secrets } from "../../core/dispatch/secrets/secrets.ts";
import { boardOf, sleep, toolOf, workshop } from "./fixture.ts";

const ms = z.object({ ms: z.number() });

/** A tool that takes its time, and counts how many of it run at once. */
function slowTool() {
  const seen = { now: 0, most: 0, began: [] as number[], ended: [] as number[] };
  const tool = toolOf({
    args: ms,
    async execute(args) {
      const wait = Number(args["ms"]);
      seen.now += 1;
      seen.most = Math.max(seen.most, seen.now);
      seen.began.push(wait);
      await sleep(wait);
      seen.now -= 1;
      seen.ended.push(wait);
      return String(wait);
    },
  });
  return { tool, seen };
}

const slow = (wait: number) => ({ name: "slow", args: { ms: wait } });
const statuses = (results: readonly { status: string }[]): string[] =>
  results.map(({ status }) => status);

describe("several calls at once", () => {
  test("run together and come back in the order asked", async () => {
    const { tool, seen } = slowTool();
    const { run } = workshop({ tools: { slow: tool } });
    const results = await run([slow(60), slow(20), slow(40)]);
    expect(results.map(({ message }) => message)).toEqual(["60", "20", "40"]);
    expect(seen.ended).toEqual([20, 40, 60]);
    expect(seen.most).toBe(3);
  });

  test("run one at a time, in order, when one of them talks to the person", async () => {
    const { tool, seen } = slowTool();
    const { run } = workshop({
      tools: { slow: tool, clarify: toolOf({ interactive: true, execute: () => "asked" }) },
    });
    const results = await run([slow(20), { name: "clarify" }, slow(5)]);
    expect(results.map(({ message }) => message)).toEqual(["20", "asked", "5"]);
    expect(seen).toMatchObject({ most: 1, ended: [20, 5] });
  });

  test("never run more than the profile allows", async () => {
    const { tool, seen } = slowTool();
    const { run } = workshop({ tools: { slow: tool }, limits: { parallel: 3 } });
    const results = await run(Array.from({ length: 10 }, (_, at) => slow(10 + at)));
    expect(results.map(({ message }) => Number(message))).toEqual(seen.began);
    expect(seen.most).toBe(3);
  });

  test("a throw and an unknown name beside them do them no harm", async () => {
    const tools = {
      fine: toolOf(),
      throws: toolOf({ execute: () => Promise.reject(new Error("x")) }),
    };
    const { run } = workshop({ tools });
    const results = await run([
      { name: "fine" },
      { name: "throws" },
      { name: "nobody" },
      { name: "fine" },
    ]);
    expect(statuses(results)).toEqual(["ok", "error", "error", "ok"]);
  });

  test("with one id, or none, each get a result of their own", async () => {
    const echo = toolOf({ args: ms, execute: ({ ms: given }) => String(given) });
    const { run } = workshop({ tools: { echo } });
    const results = await run([
      { id: "same", name: "echo", args: { ms: 1 } },
      { id: "same", name: "echo", args: { ms: 2 } },
      { id: "", name: "echo", args: { ms: 3 } },
      { id: "", name: "echo", args: { ms: 4 } },
    ]);
    expect(results.map(({ message }) => message)).toEqual(["1", "2", "3", "4"]);
    expect(results.slice(0, 2).map(({ id }) => id)).toEqual(["same", "same"]);
    const [third, fourth] = results.slice(2).map(({ id }) => id);
    expect(third).not.toBe("");
    expect(third).not.toBe(fourth);
  });

  test("that are no calls at all are answered too", async () => {
    const dispatcher = createDispatcher({
      board: boardOf({ tools: { fine: toolOf() } }),
      secrets: Secrets.none,
    });
    const hostile = {
      get name(): string {
        throw new Error("no");
      },
    };
    const junk = [null, undefined, 5, [], "x", hostile, { name: "fine" }];
    const results = await dispatcher.run(junk as never);
    expect(statuses(results)).toEqual([...Array.from({ length: 6 }, () => "error"), "ok"]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(7);
    expect(await dispatcher.run("no list" as never)).toEqual([]);
    await dispatcher.close();
  });

  test("may be none", async () => {
    expect(await workshop({ tools: {} }).run([])).toEqual([]);
  });
});

describe("stopping", () => {
  test("leaves what is done, cancels what runs and what has not begun", async () => {
    const stop = new AbortController();
    const { tool } = slowTool();
    const quick = toolOf({ execute: () => "quick" });
    const waits = toolOf({
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          stop.abort();
        }),
    });
    const { run } = workshop({ tools: { quick, waits, slow: tool }, limits: { parallel: 1 } });
    const results = await run([{ name: "quick" }, { name: "waits" }, slow(1)], {
      signal: stop.signal,
    });
    expect(statuses(results)).toEqual(["ok", "cancelled", "cancelled"]);
    expect(results[1]?.message).toContain("may have done a part");
    expect(results[2]?.message).toContain("did not run");
  });

  test("an interactive batch stops between its calls", async () => {
    const stop = new AbortController();
    const clarify = toolOf({ interactive: true, execute: () => stop.abort() });
    const results = await workshop({ tools: { clarify } }).run(
      [{ name: "clarify" }, { name: "clarify" }],
      { signal: stop.signal },
    );
    expect(results[1]).toMatchObject({ status: "cancelled" });
  });

  test("before anything began cancels everything, and no tool runs", async () => {
    let ran = 0;
    const tool = toolOf({ execute: () => void (ran += 1) });
    const { run } = workshop({ tools: { tool } });
    const results = await run([{ name: "tool" }, { name: "tool" }], {
      signal: AbortSignal.abort("no"),
    });
    expect(statuses(results)).toEqual(["cancelled", "cancelled"]);
    expect(ran).toBe(0);
  });

  test("a tool that ignores its signal is abandoned after the grace time, and its late value dropped", async () => {
    const stop = new AbortController();
    const held: { finish?: (value: string) => void } = {};
    const deaf = toolOf({
      execute() {
        stop.abort();
        return new Promise<string>((resolve) => (held.finish = resolve));
      },
    });
    const { one, events } = workshop({ tools: { deaf } }, { grace: 30 });
    const result = await one("deaf", {}, { signal: stop.signal });
    expect(result).toMatchObject({ status: "cancelled" });
    expect(result.message).toContain("abandoned");
    held.finish?.("too late");
    await sleep(5);
    expect(events.filter(({ type }) => type === "late")).toEqual([
      { type: "late", status: "ok", call: result.id, tool: "deaf", method: null },
    ]);
    expect(events.filter(({ type }) => type === "tool_result")).toHaveLength(1);
  });

  test("what a tool gives back in its grace time is told, and still cancelled", async () => {
    const stop = new AbortController();
    const polite = toolOf({
      execute: (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve("half of it"));
          stop.abort();
        }),
    });
    const { one } = workshop({ tools: { polite } });
    const result = await one("polite", {}, { signal: stop.signal });
    expect(result).toMatchObject({ status: "cancelled", is_error: true });
    expect(result.message).toContain("half of it");
  });

  test("a late rejection is nobody's trouble", async () => {
    const stop = new AbortController();
    const deaf = toolOf({
      async execute() {
        stop.abort();
        await sleep(60);
        throw new Error("late");
      },
    });
    const { one, events } = workshop({ tools: { deaf } }, { grace: 5 });
    await one("deaf", {}, { signal: stop.signal });
    await expect
      .poll(() => events.find(({ type }) => type === "late"), { timeout: 10_000 })
      .toMatchObject({ status: "error" });
  });

  test("closing the dispatcher keeps what waits its turn from beginning", async () => {
    let ran = 0;
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const clarify = toolOf({
      interactive: true,
      async execute() {
        ran += 1;
        begin();
        await sleep(30);
      },
    });
    const { run, close } = workshop({ tools: { clarify } }, { grace: 5 });
    const running = run([{ name: "clarify" }, { name: "clarify" }]);
    await begun;
    await close();
    expect(statuses(await running)).toEqual(["cancelled", "cancelled"]);
    expect(ran).toBe(1);
  });

  test("closing the dispatcher stops everything and refuses what comes after", async () => {
    const { tool } = slowTool();
    const { run, close } = workshop({ tools: { slow: tool } }, { grace: 5 });
    const running = run([slow(10_000)]);
    await sleep(10);
    await close();
    expect(statuses(await running)).toEqual(["cancelled"]);
    expect(statuses(await run([slow(1)]))).toEqual(["cancelled"]);
  });
});

describe("the time limit of a call", () => {
  test("ends that call; its neighbours finish", async () => {
    const { tool } = slowTool();
    const hangs = toolOf({ timeout: 30, execute: () => new Promise(() => {}) });
    const { run } = workshop({ tools: { slow: tool, hangs } }, { grace: 5 });
    const results = await run([{ name: "hangs" }, slow(60)]);
    expect(statuses(results)).toEqual(["timeout", "ok"]);
    expect(results[0]?.message).toContain("30 ms");
  });

  test("is the profile's where the tool has none", async () => {
    const hangs = toolOf({ execute: () => new Promise(() => {}) });
    const { one } = workshop({ tools: { hangs }, limits: { tool_timeout: 20 } }, { grace: 5 });
    expect((await one("hangs")).status).toBe("timeout");
  });

  test("aborts the signal with its reason", async () => {
    let reason: unknown;
    const listens = toolOf({
      timeout: 20,
      execute: (_args, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            reason = signal.reason;
            reject(signal.reason);
          }),
        ),
    });
    expect((await workshop({ tools: { listens } }).one("listens")).status).toBe("timeout");
    expect(reason).toMatchObject({ name: "TimeoutError" });
  });

  test("does not count the time in which a person is waited for", async () => {
    const asks = toolOf({
      timeout: 500,
      async execute(_args, { ask }) {
        await sleep(20);
        const answer = await ask({ text: "Sure?" });
        await sleep(20);
        return answer.status;
      },
    });
    const host = {
      name: "slow person",
      canAsk: true,
      approve: () => Promise.reject(new Error("not asked")),
      async answer() {
        await sleep(700);
        return { status: "answered", text: "yes", choice: null } as const;
      },
    };
    const { one } = workshop({ tools: { asks } }, { host });
    expect(await one("asks")).toMatchObject({ status: "ok", message: "answered" });
  });
});

test("a listener of the events that throws, or rejects, changes nothing", async () => {
  const emit = (() => {
    let n = 0;
    return () => {
      n += 1;
      if (n % 2 === 0) return Promise.reject(new Error("async listener"));
      throw new Error("listener");
    };
  })();
  const { one } = workshop({ tools: { fine: toolOf() } }, { emit });
  expect((await one("fine")).status).toBe("ok");
});
