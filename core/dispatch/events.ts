import type { Answer, ResultStatus, ToolResult } from "../contract/index.ts";
import type { ApprovalDecision, ApprovalRequest, AskedQuestion } from "./host.ts";

type OfCall = { readonly call: string; readonly tool: string; readonly method: string | null };

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
} & OfCall;

/** What leaves the pipeline while calls run. Secrets are masked in every event. */
export type DispatchEvent =
  | ({ readonly type: "call_begun"; readonly args: unknown } & OfCall)
  | { readonly type: "approval_asked"; readonly request: ApprovalRequest }
  | ApprovalSettled
  | { readonly type: "question_asked"; readonly question: AskedQuestion }
  | { readonly type: "question_settled"; readonly id: string; readonly answer: Answer["status"] }
  | ({ readonly type: "progress"; readonly text: string } & OfCall)
  | ({ readonly type: "warning"; readonly message: string } & OfCall)
  | ({ readonly type: "late"; readonly status: ResultStatus } & OfCall)
  | { readonly type: "tool_result"; readonly result: ToolResult };

export type EmitDispatch = (event: DispatchEvent) => void;
