import { describe, expect, test } from "vitest";
import { RISKS } from "../../../core/contract/index.ts";
import type { Risk } from "../../../core/contract/index.ts";
import { rule } from "../../../core/dispatch/approve/policy.ts";
import { judge } from "../../../core/dispatch/steps/risk.ts";

const byPath = ({ path }: { path: string }): Risk => (path.startsWith("/tmp") ? "read" : "write");

describe("assess", () => {
  test("can only raise what is declared", () => {
    const expected: Record<Risk, Record<Risk, Risk>> = {
      read: { read: "read", write: "write", deny: "deny" },
      write: { read: "write", write: "write", deny: "deny" },
      deny: { read: "deny", write: "deny", deny: "deny" },
    };
    for (const declared of RISKS) {
      for (const said of RISKS) {
        expect(judge(declared, () => said, {}).risk).toBe(expected[declared][said]);
      }
    }
  });

  test.each([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
      "boom",
    ],
    [
      "throws nothing",
      () => {
        throw undefined;
      },
      "undefined",
    ],
    ["gives back a word that is no risk", () => "harmless", "no risk"],
    ["gives back nothing", () => undefined, "no risk"],
    ["gives back a promise", async () => "read", "no risk"],
    ["gives back a promise that fails", () => Promise.reject(new Error("later")), "no risk"],
  ])("that %s counts as write", (_what, assess, why) => {
    expect(judge("read", assess, {})).toEqual({ risk: "write", why: expect.stringContaining(why) });
    expect(judge("deny", assess, {}).risk).toBe("deny");
  });

  test("sees the arguments", () => {
    expect(judge("read", byPath, { path: "/tmp/x" }).risk).toBe("read");
    expect(judge("read", byPath, { path: "/etc" })).toEqual({
      risk: "write",
      why: "declared as read, raised to write for these arguments",
    });
  });
});

describe("a profile's approvals", () => {
  const policy = { read: "allow", write: "ask", tools: {} } as const;

  test.each([
    ["read runs", policy, "read", "allow"],
    ["write asks", policy, "write", "ask"],
    ["write can be allowed", { ...policy, write: "allow" }, "write", "allow"],
    ["write can be denied", { ...policy, write: "deny" }, "write", "deny"],
    ["the tool's rule is stronger", { ...policy, tools: { x: "allow" } }, "write", "allow"],
    ["a read can be asked about", { ...policy, tools: { x: "ask" } }, "read", "ask"],
    ["the tool's own deny stands", { ...policy, tools: { x: "allow" } }, "deny", "deny"],
    ["no rule is inherited from anywhere", policy, "deny", "deny"],
  ] as const)("%s", (_what, approvals, risk, mode) => {
    expect(rule(approvals, "x", risk).mode).toBe(mode);
  });

  test("know only their own names", () => {
    expect(rule(policy, "constructor", "write").mode).toBe("ask");
    expect(rule(policy, "__proto__", "read").mode).toBe("allow");
  });
});
