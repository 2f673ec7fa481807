import type { Answer, ResultStatus, ToolResult } from "../contract/index.ts";
import type { ApprovalDecision, ApprovalRequest, AskedQuestion } from "./host.ts";

/** Which call an event speaks of. */
export type CallFacts = {
  readonly call: string;
  readonly tool: string;
  readonly method: string | null;
};

export type ApprovalSettled = {
  readonly type: "approval_settled";
  /** The request's, or the call's where nobody was asked. */
  readonly id: string;
  readonly outcome:
    | ApprovalDecision["kind"]
    | "no_answer"
    | "stale"
    | "withdrawn"
    | "no_host"
    | "policy";
  readonly reason: string | null;
} & CallFacts;

/** What leaves the pipeline while calls run. Secrets are masked in every event. */
export type DispatchEvent =
  | ({ readonly type: "call_begun"; readonly args: unknown } & CallFacts)
  | { readonly type: "approval_asked"; readonly request: ApprovalRequest }
  | ApprovalSettled
  | { readonly type: "question_asked"; readonly question: AskedQuestion }
  | { readonly type: "question_settled"; readonly id: string; readonly answer: Answer["status"] }
  | ({ readonly type: "progress"; readonly text: string } & CallFacts)
  | ({ readonly type: "warning"; readonly message: string } & CallFacts)
  | ({ readonly type: "late"; readonly status: ResultStatus } & CallFacts)
  | { readonly type: "tool_result"; readonly result: ToolResult };

export type EmitDispatch = (event: DispatchEvent) => void;
