import type { Log } from "../../contract/index.ts";
import type { DispatchEvent, EmitDispatch } from "../events.ts";

/**
 * Makes a listener of a dispatcher's events that logs what happened to calls: who was asked, how each ended and how long
 * it took. Arguments and messages stay out of it.
 */
export function logEvents(log: Log): EmitDispatch {
  return (event) => {
    const { level, message, data } = lineOf(event);
    log[level](message, data);
  };
}

function lineOf(event: DispatchEvent): { level: keyof Log; message: string; data: object } {
  switch (event.type) {
    case "call_begun":
      return { level: "debug", message: "call begun", data: ofCall(event) };
    case "progress":
      return { level: "debug", message: "progress", data: ofCall(event) };
    case "approval_asked": {
      const { id, call, risk, asker } = event.request;
      return {
        level: "info",
        message: "approval asked",
        data: { approval: id, call: call.id, tool: call.tool, method: call.method, risk, asker },
      };
    }
    case "approval_settled": {
      const { id, outcome } = event;
      return {
        level: "info",
        message: "approval settled",
        data: { approval: id, outcome, ...ofCall(event) },
      };
    }
    case "question_asked":
      return { level: "info", message: "question asked", data: { question: event.question.id } };
    case "question_settled":
      return {
        level: "info",
        message: "question settled",
        data: { question: event.id, answer: event.answer },
      };
    case "warning":
      return {
        level: "warn",
        message: event.message,
        data: ofCall(event),
      };
    case "late":
      return {
        level: "warn",
        message: "an abandoned tool has settled after all",
        data: { status: event.status, ...ofCall(event) },
      };
    case "tool_result": {
      const { id, tool, method, status, ms, message } = event.result;
      return {
        level: status === "ok" ? "info" : "warn",
        message: "tool result",
        data: { call: id, tool, method, status, ms, characters: message.length },
      };
    }
  }
}

function ofCall({ call, tool, method }: { call: string; tool: string; method: string | null }) {
  return { call, tool, method };
}
