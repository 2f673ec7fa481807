import type { Risk } from "../../../core/contract/index.ts";
import type { ApprovalPolicy } from "../../../core/board/profile.ts";
import { rule } from "../../../core/dispatch/approve/policy.ts";
import { canonical } from "../../../core/dispatch/canonical.ts";
import type { Secrets } from "../../../core/dispatch/secrets/secrets.ts";

/** What was allowed, and what ran: written by the hosts and the tools of a storm, compared afterwards. */
export class Ledger {
  readonly #once = new Set<string>();
  readonly #sessions = new Set<string>();
  readonly #policies = new Map<string, ApprovalPolicy>();
  readonly #secrets: Secrets;
  readonly faults: string[] = [];
  /** Timers of the tools and hosts themselves: what a storm waits for before it counts what is left. */
  readonly pending = new Set<Promise<void>>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  allowOnce(call: string, tool: string, args: unknown): void {
    this.#once.add(this.#key(call, tool, args));
  }

  allowSession(session: string, tool: string): void {
    this.#sessions.add(`${session} ${tool}`);
  }

  /** In this turn this policy holds. */
  begin(turn: string, policy: ApprovalPolicy): void {
    this.#policies.set(turn, policy);
  }

  /** A tool that would do something runs. */
  ran(
    { turn, session, call, tool }: Record<"turn" | "session" | "call" | "tool", string>,
    args: unknown,
    risk: Risk,
  ): void {
    const policy = this.#policies.get(turn);
    const mode = policy === undefined ? "deny" : rule(policy, tool, risk).mode;
    if (mode === "allow") return;
    if (mode === "deny") {
      this.faults.push(`${tool} ran for ${call} with ${canonical(args)}, which is denied`);
      return;
    }
    if (this.#sessions.has(`${session} ${tool}`)) return;
    if (this.#once.has(this.#key(call, tool, args))) return;
    this.faults.push(
      `${tool} ran for ${call} with ${canonical(args)}, and nobody had allowed that`,
    );
  }

  /** Time that a tool or a host takes for itself. */
  wait(ms: number): Promise<void> {
    const waiting = new Promise<void>((resolve) => setTimeout(resolve, ms));
    this.pending.add(waiting);
    void waiting.then(() => this.pending.delete(waiting));
    return waiting;
  }

  /** A person has seen the arguments masked. */
  #key(call: string, tool: string, args: unknown): string {
    return canonical([call, tool, this.#secrets.maskDeep(args)]);
  }
}
