import type { AgentHandle, ToolContext } from "../../contract/index.ts";
import { packError, settle, unpackError } from "./crossing.ts";
import { performOutliving } from "./outliving.ts";
import type { FromWorker, RequestName, Requests, Settled } from "./protocol.ts";

export type FromTool = Exclude<
  FromWorker,
  { kind: "ready" | "pong" | "spoiled" | "output" | "done" }
>;

/** What a tool in a worker asks of this thread. */
export type ToolRequests = {
  receive(message: FromTool): void;
  /** The call is over: what still comes is dropped, and what was asked for is withdrawn. */
  end(): void;
};

/**
 * Does what a tool in a worker asks for, with the context of its call.
 *
 * @param answer - posts the outcome to the worker; throws where it can not be copied
 */
export function createRequests(
  context: ToolContext,
  answer: (request: number, settled: Settled<unknown>) => void,
): ToolRequests {
  const open = new Map<number, AbortController>();
  let over = false;

  const serve = async (message: Extract<FromTool, { kind: "request" }>): Promise<void> => {
    const controller = new AbortController();
    open.set(message.request, controller);
    const settled = await settle(() => perform(context, message, controller.signal));
    open.delete(message.request);
    if (over) return;
    try {
      answer(message.request, settled);
    } catch (error) {
      answer(message.request, { kind: "threw", error: packError(error) });
    }
  };

  return {
    receive(message) {
      if (over) return;
      switch (message.kind) {
        case "request":
          void serve(message);
          break;
        case "withdraw":
          open.get(message.request)?.abort(unpackError(message.reason));
          break;
        case "add_progress":
          context.progress.add(message.text);
          break;
        case "log":
          context.log[message.level](message.message, message.data);
      }
    },
    end() {
      over = true;
      for (const controller of open.values()) {
        controller.abort(new DOMException("The call is over.", "AbortError"));
      }
    },
  };
}

function perform(
  context: ToolContext,
  message: Extract<FromTool, { kind: "request" }>,
  signal: AbortSignal,
): Promise<Requests[RequestName]["answer"]> {
  switch (message.name) {
    case "progress":
      return context.progress.set(message.given);
    case "question":
      return context.ask(message.given);
    case "call_tool":
      return agentOf(context).callTool({ ...message.given, signal });
    case "run_child":
      return agentOf(context).runChild({ ...message.given, signal });
    case "mask":
      return context.mask(message.given);
    case "intervention":
      return agentOf(context).handle_intervention();
    default:
      return performOutliving(context, message);
  }
}

function agentOf(context: ToolContext): AgentHandle {
  const agent = context.agent.deref();
  if (agent === undefined) throw new Error("The agent is gone.");
  return agent;
}
