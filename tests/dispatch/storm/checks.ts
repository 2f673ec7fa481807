import { isDeepStrictEqual } from "node:util";
import { RESULT_STATUSES } from "../../../core/contract/index.ts";
import type { ResultStatus, ToolCall, ToolResult } from "../../../core/contract/index.ts";
import type { DispatchEvent } from "../../../core/dispatch/events.ts";
import { ERROR_CHARS } from "../../../core/dispatch/wording.ts";
import { FORMS } from "./secret.ts";

/** The loop guard's warning comes after whatever the result says. */
const WARNING_CHARS = 500;

/** What is wrong with the results of a batch, each in one sentence. */
export function checkResults(
  calls: readonly ToolCall[],
  results: readonly ToolResult[],
  mayEnd: (at: number) => readonly ResultStatus[],
  resultChars: number,
): string[] {
  if (results.length !== calls.length) {
    return [`there were ${calls.length} calls and ${results.length} results`];
  }
  return results.flatMap((result, at) => {
    const faults: string[] = [];
    const { id, status, is_error, message, break_loop, additional, ms } = result;
    const fault = (what: string): void => void faults.push(`result ${at} (${result.tool}) ${what}`);
    if (id !== calls[at]?.id) fault(`is for ${id} instead of ${calls[at]?.id}`);
    if (!RESULT_STATUSES.includes(status)) fault(`has the status ${status}`);
    if (is_error !== (status !== "ok")) fault(`is ${status} and is_error is ${is_error}`);
    if (break_loop && status !== "ok") fault("ends the turn, and is an error");
    if (typeof message !== "string" || typeof break_loop !== "boolean" || !(ms >= 0)) {
      fault("has fields of the wrong type");
    }
    if (additional !== null && typeof additional !== "object") fault("has no data as additional");
    if (message.includes("[object Object]")) fault("says [object Object]");
    if (message.includes("inside Pegboard")) fault(`was the last resort: ${message}`);
    const limit =
      status === "ok" ? Math.max(resultChars, 2_000) : Math.max(ERROR_CHARS, resultChars);
    if (!break_loop && message.length > limit + WARNING_CHARS) {
      fault(`has ${message.length} characters`);
    }
    if (!mayEnd(at).includes(status)) {
      fault(`is ${status}, and may only be ${mayEnd(at).join(" or ")}: ${message.slice(0, 300)}`);
    }
    return faults;
  });
}

/** Each call has one result among the events, the one that was returned; afterwards it says nothing more. */
export function checkEvents(
  results: readonly ToolResult[],
  events: readonly DispatchEvent[],
): string[] {
  const faults: string[] = [];
  const over = new Set<string>();
  const told = new Map<string, ToolResult[]>();
  for (const event of events) {
    if (event.type === "tool_result") {
      const { id } = event.result;
      over.add(id);
      told.set(id, [...(told.get(id) ?? []), event.result]);
    } else if (event.type === "call_begun" && over.has(parentOf(event.call))) {
      faults.push(`${event.call} began after the call that it was made from was over`);
    } else if ("call" in event && over.has(event.call)) {
      const isExpected = event.type === "late" || event.type === "warning";
      if (!isExpected) faults.push(`${event.call} has its result, and then ${event.type}`);
    }
  }
  for (const result of results) {
    const events_ = told.get(result.id) ?? [];
    if (events_.length !== 1) faults.push(`${result.id} has ${events_.length} result events`);
    else if (!isDeepStrictEqual(events_[0], result)) {
      faults.push(`the event of ${result.id} tells another result`);
    }
  }
  for (const [id, all] of told) {
    if (all.length > 1) faults.push(`${id} was answered ${all.length} times`);
  }
  return faults;
}

/** `b1.c2.1` is made from `b1.c2`. */
function parentOf(call: string): string {
  return call.slice(0, call.lastIndexOf("."));
}

/** Whether the secret is in any text, key or value, at any depth, also in progress that was cut into pieces. */
export function checkSecrets(ways: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(ways).flatMap(([way, value]) => {
    const leak = textsIn(value).find((text) => FORMS.some((form) => text.includes(form)));
    return leak === undefined ? [] : [`the secret is in ${way}: ${leak.slice(0, 300)}`];
  });
}

export function progressOf(events: readonly DispatchEvent[]): string[] {
  const streams = new Map<string, string>();
  for (const event of events) {
    if (event.type !== "progress") continue;
    streams.set(event.call, (streams.get(event.call) ?? "") + event.text);
  }
  return [...streams.values()];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}
