import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Clock } from "../../core/dispatch/clock.ts";
import { CallLife } from "../../core/dispatch/life.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function clockOf(): { clock: Clock; rang: number[] } {
  const rang: number[] = [];
  return { clock: new Clock((limit) => rang.push(limit)), rang };
}

describe("the time limit of a call", () => {
  test("rings once when it is over, and not when it was stopped", () => {
    const { clock, rang } = clockOf();
    clock.start(100);
    vi.advanceTimersByTime(99);
    expect(rang).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(rang).toEqual([100]);
    clock.start(100);
    clock.stop();
    vi.advanceTimersByTime(1_000);
    expect(rang).toEqual([100]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("stands still while anybody holds it, and goes on with what is left", () => {
    const { clock, rang } = clockOf();
    clock.start(100);
    vi.advanceTimersByTime(60);
    const first = clock.hold();
    const second = clock.hold();
    vi.advanceTimersByTime(1_000);
    first();
    first();
    vi.advanceTimersByTime(1_000);
    expect(rang).toEqual([]);
    second();
    vi.advanceTimersByTime(39);
    expect(rang).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rang).toEqual([100]);
  });

  test("does not begin to count while it is held", () => {
    const { clock, rang } = clockOf();
    const letGo = clock.hold();
    clock.start(100);
    vi.advanceTimersByTime(1_000);
    expect(rang).toEqual([]);
    letGo();
    vi.advanceTimersByTime(100);
    expect(rang).toEqual([100]);
  });

  test("counts while it is strict, whoever holds it", () => {
    const { clock, rang } = clockOf();
    clock.start(100);
    clock.hold();
    vi.advanceTimersByTime(1_000);
    clock.strict = true;
    vi.advanceTimersByTime(50);
    clock.strict = false;
    vi.advanceTimersByTime(1_000);
    expect(rang).toEqual([]);
    clock.strict = true;
    vi.advanceTimersByTime(50);
    expect(rang).toEqual([100]);
  });
});

describe("the life of a call", () => {
  test("what is held in it is held in the calls around it", () => {
    const outer = new CallLife();
    const inner = new CallLife(outer.hold);
    outer.startClock(100);
    const letGo = inner.hold();
    vi.advanceTimersByTime(1_000);
    expect(outer.interruption).toBeNull();
    letGo();
    vi.advanceTimersByTime(100);
    expect(outer.interruption).toEqual({ kind: "timeout", limit: 100 });
  });

  test("is interrupted once, for the first reason, and never after its end", () => {
    const life = new CallLife();
    life.interrupt({ kind: "stopped", reason: "first" });
    life.interrupt({ kind: "stopped", reason: "second" });
    expect(life.interruption).toEqual({ kind: "stopped", reason: "first" });
    expect(life.signal.reason).toMatchObject({ name: "AbortError", message: "first" });

    const over = new CallLife();
    over.end();
    over.interrupt({ kind: "stopped", reason: "late" });
    expect(over.interruption).toBeNull();
    expect(over.signal.aborted).toBe(false);
  });

  test("leaves no timer behind", async () => {
    const life = new CallLife();
    life.startClock(100);
    const raced = life.raceTool(() => new Promise(() => {}), { ms: 50 });
    life.interrupt({ kind: "stopped", reason: "stop" });
    vi.advanceTimersByTime(50);
    expect(await raced).toEqual({ kind: "abandoned" });
    life.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
