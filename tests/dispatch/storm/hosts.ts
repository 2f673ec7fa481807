import type { Answer } from "../../../core/contract/index.ts";
import type { ApprovalDecision, ApprovalRequest, Host } from "../../../core/dispatch/host.ts";
import { noHost } from "../../../core/dispatch/hosts/none.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import { SECRET } from "./secret.ts";

/** A host that does anything a host can do, and what it has seen. */
export type StormHost = {
  readonly host: Host;
  /** All that a person was shown. */
  readonly shown: unknown[];
  /** Questions that are open. */
  readonly open: Set<string>;
};

/** Makes a host that allows, denies, waits, throws, lies and vanishes as chance has it, and writes down what it allows. */
export function stormHost(random: Random, ledger: Ledger): StormHost {
  const shown: unknown[] = [];
  const open = new Set<string>();
  if (random.chance(0.15)) return { host: noHost, shown, open };
  let here = true;
  const earlier: ApprovalRequest[] = [];

  const see = (id: string, asked: unknown, signal: AbortSignal): void => {
    shown.push(structuredClone(asked));
    open.add(id);
    signal.addEventListener("abort", () => open.delete(id), { once: true });
  };

  async function approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision> {
    see(request.id, request, signal);
    const act = random.int(0, 15);
    const delay = random.chance(0.5) ? 0 : random.int(0, 60);
    const other = random.pick([...earlier, request]);
    earlier.push(request);
    const edited = { n: random.int(0, 50) };
    if (delay > 0) await ledger.wait(delay);
    const { id, binding, call, args, asker } = request;
    const allow = (given: unknown): void => {
      if (!signal.aborted) ledger.allowOnce(call.id, call.tool, given);
    };
    switch (act) {
      case 0:
      case 1:
      case 2:
      case 3:
        allow(args);
        return { kind: "allow_once", id, binding };
      case 4:
        if (!signal.aborted) ledger.allowSession(asker.session, call.tool);
        return { kind: "allow_session", id, binding };
      case 5:
      case 14:
      case 15:
        allow(edited);
        return { kind: "allow_edited", id, binding, args: edited };
      case 6:
        return {
          kind: "allow_edited",
          id,
          binding,
          args: random.pick<unknown>([{ n: "x" }, [1], "{", null]),
        };
      case 7:
        return { kind: "deny", id, binding, reason: `no, not with ${SECRET}` };
      case 8:
        return { kind: "cancel", id, binding, reason: SECRET };
      case 9:
        return new Promise(() => {});
      case 10:
        throw random.pick<unknown>([new Error(SECRET), undefined, "gone"]);
      case 11:
        here = false;
        throw new Error("connection lost");
      case 12:
        // An answer that belongs elsewhere; where chance gives back the request itself, it is a right one.
        if (other.id === id) allow(args);
        return { kind: "allow_once", id: other.id, binding: other.binding };
      default:
        return random.pick<unknown>([
          undefined,
          5,
          {},
          { kind: "yes", id, binding },
          { kind: "allow_once" },
          { kind: "allow_session", id, binding: "other" },
        ]) as ApprovalDecision;
    }
  }

  const host: Host = {
    name: "storm",
    get canAsk() {
      return here;
    },
    approve: random.chance(0.02)
      ? () => {
          throw new Error("not even a promise");
        }
      : approve,
    async answer(question, signal) {
      see(question.id, question, signal);
      const act = random.int(0, 6);
      await ledger.wait(random.int(0, 40));
      switch (act) {
        case 0:
        case 1:
        case 2:
          return { status: "answered", text: SECRET, choice: random.int(-1, 3) };
        case 3:
          return { status: "cancelled", reason: SECRET };
        case 4:
          throw new Error(SECRET);
        case 5:
          return new Promise<Answer>(() => {});
        default:
          return random.pick<unknown>([undefined, 5, {}, { status: "answered" }]) as Answer;
      }
    },
  };
  return { host, shown, open };
}
