import type { ToolCall } from "../../../core/contract/index.ts";
import type { ApprovalPolicy, Limits } from "../../../core/board/profile.ts";
import type { Random } from "./random.ts";
import { SECRET } from "./secret.ts";

/** When a batch is stopped, in milliseconds after its beginning; `close` ends the whole dispatcher. */
export type Stop =
  | { readonly kind: "never" }
  | { readonly kind: "before" }
  | { readonly kind: "stop" | "close"; readonly after: number };

export type Scenario = {
  readonly calls: readonly ToolCall[];
  /** What is to come of each call, whatever happens around it; null where that depends on the tool. */
  readonly fates: readonly ("error" | null)[];
  readonly stop: Stop;
  readonly approvals: ApprovalPolicy;
  readonly limits: Partial<Limits>;
  readonly grace: number;
  readonly session: string;
  readonly hasExtensions: boolean;
  readonly hasGuard: boolean;
};

const RISKY = ["write", "raises", "denies", "unsure"];

export function scenarioOf(
  random: Random,
  turn: string,
  tools: readonly string[],
  isolated: readonly string[],
): Scenario {
  const withIsolated = isolated.length > 0 && random.chance(0.08);
  // Those that need permission come up more often: there is more about them that can go wrong.
  const weighed = [...tools, ...RISKY, ...RISKY];
  const names = withIsolated ? [...weighed, ...isolated, ...isolated] : weighed;
  const made = random.list(random.int(1, 12), (at) => callOf(random, `${turn}.c${at}`, names));
  return {
    calls: made.map(({ call }) => call),
    fates: made.map(({ fate }) => fate),
    stop: stopOf(random, withIsolated),
    approvals: {
      read: "allow",
      write: random.pick(["ask", "ask", "ask", "ask", "allow", "deny"]),
      tools: random.chance(0.2)
        ? { [random.pick(["write", "raises", "ok"])]: random.pick(["ask", "allow", "deny"]) }
        : {},
    },
    limits: {
      parallel: random.pick([1, 2, 8, 8]),
      tool_timeout: random.int(15, 60),
      approval_timeout: random.int(5, 60),
      result_chars: random.pick([500, 50_000]),
    },
    grace: random.int(1, 20),
    session: `s${random.int(1, 5)}`,
    hasExtensions: random.chance(0.35),
    hasGuard: random.chance(0.3),
  };
}

function stopOf(random: Random, withIsolated: boolean): Stop {
  const after = random.int(0, withIsolated ? 400 : 80);
  const act = random.int(0, 9);
  if (act === 0) return { kind: "before" };
  if (act === 1) return { kind: "close", after };
  return act < 5 ? { kind: "stop", after } : { kind: "never" };
}

function callOf(
  random: Random,
  id: string,
  names: readonly string[],
): { readonly call: ToolCall; readonly fate: "error" | null } {
  const n = random.int(0, 50);
  const name = random.pick(names);
  const broken = (call: object): { call: ToolCall; fate: "error" } => ({
    call: { id, name, args: { n }, ...call },
    fate: "error",
  });
  switch (random.int(0, 24)) {
    case 0:
      return broken({
        name: random.pick<unknown>(["nobody", "", "__proto__", 5, null, "ok:x", "x".repeat(5_000)]),
      });
    case 1:
      return broken({
        args: random.pick<unknown>([`{"n":1}{"n":2}`, "not json", "[1]", `{"n":`, [1], () => 1]),
      });
    case 2:
      return broken({
        args: random.pick<unknown>([{}, { n: "1.5" }, { n: null }, `{"__proto__":{"n":1}}`]),
      });
    case 3:
      return broken({ args: { n, text: "§§secret(NOBODY)" } });
    case 4:
      return {
        call: { id, name, args: { n, text: random.pick(["§§secret(KEY)", SECRET]) } },
        fate: null,
      };
    case 5:
      return { call: { id, name, args: JSON.stringify({ n: String(n) }) }, fate: null };
    default:
      return { call: { id, name, args: { n } }, fate: null };
  }
}
