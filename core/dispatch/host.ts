import type { Answer, Question, Risk } from "../contract/index.ts";

/** Who asks: the agent itself, or a child whose questions come to the person through its parent. */
export type Asker = {
  readonly profile: string;
  readonly session: string;
  readonly turn: string;
  /** Null for the agent the person talks to. */
  readonly child: string | null;
};

/** What a person is shown before a call may run. Secrets are masked in all of it. */
export type ApprovalRequest = {
  readonly id: string;
  /**
   * A digest of the call id, the canonical arguments and the tool's source. A decision must carry the binding of the
   * request it answers; any other is stale and refused.
   */
  readonly binding: string;
  readonly call: { readonly id: string; readonly tool: string; readonly method: string | null };
  /** The tool's identity, `plugin:mail:send_email`. */
  readonly source: string;
  /** The tool's file relative to the workspace, or null. */
  readonly file: string | null;
  readonly description: string;
  readonly args: unknown;
  readonly risk: Risk;
  /** Why it is asked: the declared risk, what `assess` said, the profile's rule. */
  readonly why: string;
  /** Arguments that a person edited for this call and that can not run, with the reason; absent on the first question. */
  readonly rejected?: { readonly args: unknown; readonly reason: string };
  readonly asker: Asker;
  /** When it lapses, in milliseconds since the epoch. */
  readonly expires: number | null;
};

type Bound = {
  /** The request's `id` and `binding`, given back. */
  readonly id: string;
  readonly binding: string;
};

/** The closed set of what a host may answer. */
export type ApprovalDecision = Bound &
  (
    | { readonly kind: "allow_once" }
    /** Runs with other arguments, which are validated and judged again. */
    | { readonly kind: "allow_edited"; readonly args: unknown }
    /** Not asked again for this tool in this session. */
    | { readonly kind: "allow_session" }
    | { readonly kind: "deny"; readonly reason: string }
    /** Nobody can be asked about this one; others may be. */
    | { readonly kind: "no_host"; readonly reason: string }
    | { readonly kind: "cancel"; readonly reason: string }
  );

export type AskedQuestion = Question & { readonly id: string; readonly asker: Asker };

/**
 * Whatever runs an agent and can ask a person: a terminal, an MCP client, or nothing. When `signal` aborts,
 * the question is withdrawn; what a host answers after that is turned away.
 */
export interface Host {
  readonly name: string;
  /** False: nobody can be asked, and `write` is denied at once. */
  readonly canAsk: boolean;
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision>;
  answer(question: AskedQuestion, signal: AbortSignal): Promise<Answer>;
}
