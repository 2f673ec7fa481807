import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createLoopGuard } from "../../core/dispatch/loop-guard.ts";
import type { GuardedCall, GuardedResult, LoopGuard } from "../../core/dispatch/loop-guard.ts";

const call = (tool: string, args: unknown = {}, repeatable = false): GuardedCall => ({
  tool,
  method: null,
  args,
  repeatable,
});
const ok = (message: string): GuardedResult => ({ status: "ok", message });
const failed = (message = "no"): GuardedResult => ({ status: "error", message });

type Step = readonly [GuardedCall, GuardedResult];

/** What became of each call, each in a reply of its own. */
function play(steps: readonly Step[], guard: LoopGuard = createLoopGuard()): string[] {
  return steps.map(([asked, result]) => {
    guard.beginReply();
    const before = guard.before(asked);
    return before.kind === "refuse" ? "refuse" : guard.after(asked, result).kind;
  });
}

const times = (n: number, step: Step): Step[] => Array.from({ length: n }, () => step);

describe("the same failing call", () => {
  test("five times → a warning to the model first, then refused", () => {
    const verdicts = ["go", "go", "warn", "warn", "refuse", "refuse"];
    expect(play(times(6, [call("a", { x: 1 }), failed()]))).toEqual(verdicts);
  });

  test.each<[what: string, step: (i: number) => Step]>([
    [
      "with keys in another order",
      (i) => [
        call("a", i % 2 ? { a: 1, b: { c: 2, d: 3 } } : { b: { d: 3, c: 2 }, a: 1 }),
        failed(),
      ],
    ],
    ["with another error text each time", (i) => [call("a"), failed(`at ${i}`)]],
    ["denied", () => [call("a"), { status: "denied", message: "no" }]],
    ["without an answer of a person", () => [call("a"), { status: "no_answer", message: "" }]],
    ["too slow", () => [call("a"), { status: "timeout", message: "" }]],
  ])("%s is still the same", (_what, step) => {
    expect(play(Array.from({ length: 5 }, (_, i) => step(i)))).toEqual([
      "go",
      "go",
      "warn",
      "warn",
      "refuse",
    ]);
  });

  test.each<[what: string, other: (i: number) => GuardedCall]>([
    ["other arguments", (i) => call("a", { i })],
    ["an argument of another type", (i) => call("a", i % 2 ? { x: "1" } : { x: i })],
    ["another tool", (i) => call(`a${i}`)],
    ["another method", (i) => ({ ...call("a"), method: `m${i}` })],
  ])("%s: another call", (_what, other) => {
    const verdicts = play(Array.from({ length: 8 }, (_, i) => [other(i), failed()] as const));
    expect(verdicts).not.toContain("refuse");
  });

  test("a method is not a tool of that name", () => {
    const method: GuardedCall = { tool: "a", method: "b", args: {}, repeatable: false };
    expect(play([...times(4, [method, failed()]), [call("a"), failed()]]).at(-1)).toBe("go");
  });

  test("after something new happened it may be tried again", () => {
    const broken: Step = [call("run_tests"), failed()];
    const edit = (i: number): Step => [call("edit", { i }), ok("done")];
    const steps = Array.from({ length: 6 }, (_, i) => [broken, edit(i)]).flat();
    expect(new Set(play(steps))).toEqual(new Set(["go"]));
    const guard = createLoopGuard();
    play(times(6, broken), guard);
    expect(guard.refused).toBe(2);
    expect(play([edit(0), broken], guard)).toEqual(["go", "go"]);
    expect(guard.refused).toBe(0);
  });

  test("many in one reply: those that begin after four have failed are refused", () => {
    const guard = createLoopGuard();
    guard.beginReply();
    const verdicts = Array.from({ length: 6 }, () => {
      const before = guard.before(call("a"));
      return before.kind === "refuse" ? before.kind : guard.after(call("a"), failed()).kind;
    });
    expect(verdicts).toEqual(["go", "go", "warn", "warn", "refuse", "refuse"]);
  });
});

describe("calls that work", () => {
  test("A, B, A, B, A, B with the same answers → seen, then refused", () => {
    const a: Step = [call("a"), ok("1")];
    const b: Step = [call("b"), ok("2")];
    expect(play([a, b, a, b, a, b, a, b, a, b]).join(" ")).toBe(
      "go go go go warn warn warn warn refuse refuse",
    );
  });

  test.each([1, 2, 3, 5, 8])("a circle of %d calls is seen in its third round", (size) => {
    const circle = Array.from({ length: size }, (_, i): Step => [
      call("t", { i }),
      i % 2 ? ok("x") : failed(),
    ]);
    const verdicts = play([...circle, ...circle, ...circle, ...circle, ...circle]);
    expect(verdicts.slice(0, size * 2)).not.toContain("warn");
    expect(new Set(verdicts.slice(size * 2, size * 4))).toEqual(new Set(["warn"]));
    expect(new Set(verdicts.slice(size * 4))).toEqual(new Set(["refuse"]));
  });

  test("another answer each time is no loop", () => {
    const steps = Array.from({ length: 20 }, (_, i): Step => [call("poll"), ok(`${i} %`)]);
    expect(new Set(play(steps))).toEqual(new Set(["go"]));
  });

  test("answers that differ only far behind are different", () => {
    const steps = Array.from({ length: 8 }, (_, i): Step => [
      call("read"),
      ok(`${"x".repeat(5000)}${i}`),
    ]);
    expect(new Set(play(steps))).toEqual(new Set(["go"]));
    expect(play(times(5, [call("read"), ok("x".repeat(5000))]))).toContain("refuse");
  });

  test("a repeatable poller is no loop, whatever it answers, and hides none", () => {
    expect(new Set(play(times(20, [call("poll", {}, true), ok("pending")])))).toEqual(
      new Set(["go"]),
    );
    expect(new Set(play(times(20, [call("poll", {}, true), failed()])))).toEqual(new Set(["go"]));
    const steps = Array.from({ length: 5 }, (_, i): Step[] => [
      [call("poll", {}, true), ok(`${i}`)],
      [call("a"), failed()],
    ]).flat();
    expect(play(steps).at(-1)).toBe("refuse");
  });

  test("the same call a thousand times in one reply counts once", () => {
    const guard = createLoopGuard();
    const roll = call("roll");
    for (let n = 0; n < 2; n++) {
      guard.beginReply();
      for (let i = 0; i < 1000; i++) {
        expect(guard.before(roll).kind).toBe("go");
        expect(guard.after(roll, ok("4")).kind).toBe("go");
      }
    }
  });
});

test("the model is told which call, how often, and what to do", () => {
  const guard = createLoopGuard();
  const load: GuardedCall = { tool: "skills", method: "load", args: {}, repeatable: false };
  const messages = Array.from({ length: 5 }, () => {
    const before = guard.before(load);
    const verdict = before.kind === "refuse" ? before : guard.after(load, failed());
    return verdict.kind === "go" ? null : verdict.message;
  });
  expect(messages).toEqual([
    null,
    null,
    expect.stringMatching(/skills:load has failed 3 times/),
    expect.stringMatching(/skills:load has failed 4 times.*will not run again/),
    expect.stringMatching(/skills:load was not run.*failed 4 times/),
  ]);
});

test("arguments of any kind do not throw", () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withMap: true, withDate: true }), (args) => {
      expect(play(times(5, [call("a", args), failed()]))).toEqual([
        "go",
        "go",
        "warn",
        "warn",
        "refuse",
      ]);
    }),
  );
});
