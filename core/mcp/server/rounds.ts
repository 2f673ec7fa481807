import { ProtocolError, ProtocolErrorCode, inputRequired } from "@modelcontextprotocol/server";
import type {
  InputRequests,
  InputRequiredResult,
  Result,
  ServerContext,
} from "@modelcontextprotocol/server";
import { canonical } from "../../dispatch/canonical.ts";
import type { Channel } from "./channel.ts";
import { Task } from "./task.ts";
import type { WaitingTasks } from "./waiting.ts";

export type RoundsOptions<T extends Result> = {
  readonly context: ServerContext;
  readonly channel: Channel;
  readonly waiting: WaitingTasks;
  /** What is asked for; a repetition has to be the same. */
  readonly params: unknown;
  readonly work: (task: Task) => Promise<T>;
};

/**
 * Answers one request: with the result, or with what the client has to tell first. A request that brings back the state of
 * such an answer goes on where that stopped.
 *
 * @throws ProtocolError for a state that is unknown, over, or of another request
 */
export async function answerInRounds<T extends Result>({
  context,
  channel,
  waiting,
  params,
  work,
}: RoundsOptions<T>): Promise<T | InputRequiredResult> {
  const { method, inputResponses = {} } = context.mcpReq;
  const request = canonical([method, params]);
  const state = context.mcpReq.requestState<unknown>();
  let task: Task;
  if (state === undefined) {
    task = new Task(channel, inputResponses, work);
  } else {
    const found = typeof state === "string" ? waiting.take(state, request) : null;
    if (found === null) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", {
        reason: "invalid_request_state",
      });
    }
    task = found;
    task.resume(channel, inputResponses);
  }
  const round = await task.next();
  await channel.flushed();
  // The same request, begun or repeated, ends in the same kind of result.
  if (round.kind === "done") return round.value as T;
  const requestState = waiting.keep({ task, request });
  // Each is checked by the SDK, by its method.
  const inputRequests = round.requests as InputRequests;
  return inputRequired({ inputRequests, requestState });
}
