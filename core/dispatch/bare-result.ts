import type { ResultStatus, ToolResult } from "../contract/index.ts";
import type { CallFacts } from "./events.ts";
import { clip } from "./text.ts";
import { ERROR_CHARS } from "./wording.ts";

/**
 * A result without the steps of the pipeline, for a call that they can not answer.
 *
 * @param message - masked already
 * @param ms - how long the call took
 */
export function bareResult(
  { call, tool, method }: CallFacts,
  status: Exclude<ResultStatus, "ok">,
  message: string,
  ms = 0,
): ToolResult {
  return {
    id: call,
    tool,
    method,
    status,
    is_error: true,
    message: clip(message, ERROR_CHARS),
    break_loop: false,
    additional: null,
    ms,
  };
}
