import type { ToolCall, ToolResult } from "../contract/index.ts";
import type { BatchOptions, Dispatcher } from "../dispatch/dispatcher.ts";
import type { CallPart } from "./message.ts";
import type { Reply } from "./reply.ts";

/** Makes the ids of calls valid: a provider refuses a history in which one is empty, odd, or there twice. */
export type CallIds = {
  /** @returns `id` itself when it can be used and has not been, else one made from it; the same input, the same ids */
  claim(id: string): string;
};

export function createCallIds(taken: Iterable<string> = []): CallIds {
  const used = new Set(taken);
  return {
    claim(id) {
      const base = id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 56) || "call";
      let free = base;
      for (let n = 2; used.has(free); n += 1) free = `${base}_${n}`;
      used.add(free);
      return free;
    },
  };
}

/** The reply with valid call ids, in its parts and in its calls alike. */
export function withValidIds(reply: Reply, ids: CallIds): Reply {
  if (reply.calls.length === 0) return reply;
  const calls = reply.calls.map((call) => ({ ...call, id: ids.claim(call.id) }));
  let next = 0;
  const parts = reply.parts.map((part) => {
    if (part.kind !== "call") return part;
    const id = calls[next]?.id ?? part.id;
    next += 1;
    return { ...part, id };
  });
  return { ...reply, parts, calls };
}

/** A call as the model asked for it; broken arguments stay text, so that their own result says what is wrong. */
export function toToolCall(call: CallPart): ToolCall {
  return { id: call.id, name: call.name, args: call.args.trim() === "" ? {} : call.args };
}

/**
 * Answers all calls of a reply: exactly one result each, in the order asked, whatever happens.
 *
 * @param emit - gets the results that the pipeline itself does not announce
 */
export async function answerCalls(
  reply: Reply,
  dispatcher: Dispatcher,
  batch: Omit<BatchOptions, "message">,
  emit: (event: { readonly type: "tool_result"; readonly result: ToolResult }) => void,
): Promise<ToolResult[]> {
  const cutOff = reply.finish === "length" ? reply.calls.at(-1) : undefined;
  const calls = reply.calls.filter((call) => call !== cutOff);
  const results =
    calls.length === 0
      ? []
      : await dispatcher.run(calls.map(toToolCall), { ...batch, message: reply.text });
  if (cutOff) {
    const result = notRun(
      cutOff,
      "The reply reached the longest length allowed while this call was being written, so it was not run. Write less at once: split the work over several calls.",
    );
    results.push(result);
    emit({ type: "tool_result", result });
  }
  return results;
}

function notRun(call: CallPart, message: string): ToolResult {
  return {
    id: call.id,
    tool: call.name,
    method: null,
    status: "error",
    is_error: true,
    message,
    break_loop: false,
    additional: null,
    ms: 0,
  };
}
