import { describe, expect, expectTypeOf, test } from "vitest";
import type { Answer } from "../../core/contract/index.ts";
import type { Approval } from "../../core/dispatch/approve/approve.ts";
import type { ApprovalDecision, Host } from "../../core/dispatch/host.ts";
import { noHost } from "../../core/dispatch/hosts/none.ts";
import { scriptedHost } from "../../core/dispatch/hosts/scripted.ts";

// The assertions on types are made by `npm run typecheck`.
describe("approvals", () => {
  test("a decision is one of a closed set, and always says which question it answers", () => {
    expectTypeOf<ApprovalDecision["kind"]>().toEqualTypeOf<
      "allow_once" | "allow_edited" | "allow_session" | "deny" | "no_host" | "cancel"
    >();
    expectTypeOf<ApprovalDecision>().toExtend<{ id: string; binding: string }>();
    // @ts-expect-error a decision without its binding is none
    const unbound: ApprovalDecision = { kind: "allow_once", id: "1" };
    // @ts-expect-error a denial says why, if only with an empty text
    const silent: ApprovalDecision = { kind: "deny", id: "1", binding: "2" };
    expect([unbound.id, silent.id]).toEqual(["1", "1"]);
  });

  test("what becomes of a question is told apart by its kind", () => {
    expectTypeOf<Approval["kind"]>().toEqualTypeOf<"approved" | "edited" | "ended">();
    expectTypeOf<Extract<Approval, { kind: "ended" }>["status"]>().toEqualTypeOf<
      "error" | "denied" | "no_answer" | "cancelled" | "timeout"
    >();
    expectTypeOf<Extract<Approval, { kind: "approved" }>>().not.toHaveProperty("args");
  });

  test("a host is what can approve and answer; silence is never an answer", () => {
    expectTypeOf(noHost).toExtend<Host>();
    expectTypeOf(scriptedHost).returns.toExtend<Host>();
    expectTypeOf<Extract<Answer, { status: "timed_out" }>>().not.toHaveProperty("text");
    // @ts-expect-error a script gives only decisions that there are
    scriptedHost({ approvals: [{ kind: "maybe" }] });
    expect(noHost.canAsk).toBe(false);
  });
});
