import type { ToolCall } from "../contract/index.ts";
import type { DispatchEvent } from "../dispatch/events.ts";

export type Usage = {
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
};

/** Why a turn ended. */
export const END_REASONS = [
  "answered", // the model answered without a call
  "tool", // a Response with break_loop ended it
  "rounds", // the limit of rounds
  "loop", // repeated calls
  "unusable", // repeated unusable replies
  "stopped", // the person or the host stopped it
  "model_error", // the model can not be reached, or refuses
  "failed", // something in the house broke: the store, the secrets file, a bug
] as const;

export type EndReason = (typeof END_REASONS)[number];

/** What leaves a turn. The same in `chat --json`, one event a line. Secrets are masked in every event. */
export type AgentEvent =
  | {
      readonly type: "turn_started";
      readonly turn: string;
      readonly session: string;
      readonly profile: string;
      readonly model: string;
    }
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | { readonly type: "tool_call"; readonly call: ToolCall }
  | DispatchEvent
  /** What a child agent does. */
  | { readonly type: "child"; readonly child: string; readonly event: AgentEvent }
  /** The request is sent again; what came as `text` and `reasoning` since the last one is void. */
  | {
      readonly type: "retry";
      readonly attempt: number;
      readonly wait_ms: number;
      readonly error: string;
    }
  | { readonly type: "usage"; readonly usage: Usage }
  /** Something the person should know. It ends the turn only if `turn_ended` says so. */
  | { readonly type: "error"; readonly message: string; readonly hint: string | null }
  | {
      readonly type: "turn_ended";
      readonly turn: string;
      readonly reason: EndReason;
      readonly text: string;
      readonly rounds: number;
      readonly usage: Usage;
    };
