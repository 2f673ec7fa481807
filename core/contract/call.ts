import type { Additional } from "./response.ts";

/** One tool call, as a model, a person or another program asks for it. */
export type ToolCall = {
  readonly id: string;
  /** The wire name (`skills_tool__load`) or the written name (`skills_tool:load`). Looked up, never joined to a path. */
  readonly name: string;
  /** Already parsed arguments, or their JSON text as the model wrote it. */
  readonly args: unknown;
};

/**
 * How a call ended. Only `ok` and `error` mean that the tool ran to an end; `denied`, `no_answer` and `cancelled` may
 * mean that it never began.
 */
export const RESULT_STATUSES = [
  "ok",
  "error",
  "denied",
  "no_answer",
  "cancelled",
  "timeout",
] as const;

export type ResultStatus = (typeof RESULT_STATUSES)[number];

/** The one answer to a call. The same shape in events, transcripts and `pegboard call --json`. */
export type ToolResult = {
  readonly id: string;
  readonly tool: string;
  readonly method: string | null;
  readonly status: ResultStatus;
  readonly is_error: boolean;
  readonly message: string;
  readonly break_loop: boolean;
  readonly additional: Additional | null;
  /** How long the call took, in milliseconds, the time spent waiting for a person included. */
  readonly ms: number;
};
