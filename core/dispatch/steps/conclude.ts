import type { Additional, ToolResult } from "../../contract/index.ts";
import type { CallFacts } from "../events.ts";
import type { Extensions } from "../extensions.ts";
import type { CallLife } from "../life.ts";
import type { GuardedCall, LoopGuard } from "../loop-guard.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Spilled } from "../spill.ts";
import { clip } from "../text.ts";
import { ERROR_CHARS } from "../wording.ts";
import type { Ended } from "./ended.ts";
import type { Answered } from "./run.ts";

/** More metadata than anyone keeps with a result, in characters of JSON. */
export const ADDITIONAL_CHARS = 256 * 1024;

export type ConcludeOptions = {
  readonly facts: CallFacts;
  /** Of `performance.now()`, when the call began. */
  readonly started: number;
  readonly extensions: Extensions;
  readonly secrets: Secrets;
  readonly spill: (text: string, limit: number) => Promise<Spilled>;
  /** Characters of one result that the model gets to see. */
  readonly limit: number;
  /** Null for a call that the guard is not to hear of. */
  readonly guarded: { readonly guard: LoopGuard; readonly call: GuardedCall } | null;
  readonly warn: (message: string) => void;
  readonly life: CallLife;
  /** Milliseconds that the `error_format` extensions may take. */
  readonly timeout: number;
};

/**
 * Makes the one result of a call of whatever came of it: masked first, and only then cut or saved, so that no cut can
 * hide a half secret from the mask.
 */
export async function conclude(
  outcome: Answered | Ended,
  options: ConcludeOptions,
): Promise<ToolResult> {
  const isAnswer = outcome.kind === "answered";
  const masked = options.secrets.mask(
    isAnswer ? withNote(outcome) : await errorText(outcome, options),
  );
  const status = isAnswer ? "ok" : outcome.status;
  const breaks = isAnswer && outcome.response.break_loop;
  const verdict = options.guarded?.guard.after(options.guarded.call, { status, message: masked });
  const shown = await shorten(masked, outcome, options);
  const { facts, started } = options;
  return {
    id: facts.call,
    tool: facts.tool,
    method: facts.method,
    status,
    is_error: !isAnswer,
    message: verdict?.kind === "warn" && !breaks ? `${shown}\n\n${verdict.message}` : shown,
    break_loop: breaks,
    additional: isAnswer ? bounded(outcome.response.additional, options) : null,
    ms: Math.round((performance.now() - started) * 100) / 100,
  };
}

function withNote({ response, note }: Answered): string {
  return note === null ? response.message : `${note}\n${response.message}`;
}

async function errorText(
  { status, message, error }: Ended,
  { extensions, secrets, life, timeout, warn }: ConcludeOptions,
): Promise<string> {
  if (status !== "error" || extensions.at("error_format").length === 0) return message;
  const event = { error, message: secrets.mask(message) };
  life.startClock(timeout);
  const raced = await life.race(() =>
    extensions.run("error_format", event, (before, change) =>
      typeof change === "string" ? { ...before, message: change } : null,
    ),
  );
  life.stopClock();
  if (raced.kind === "settled") return raced.value.message;
  warn("the error_format extensions did not come to an end; the error stands as it is");
  return message;
}

async function shorten(
  text: string,
  outcome: Answered | Ended,
  { spill, limit }: ConcludeOptions,
): Promise<string> {
  if (outcome.kind === "answered") {
    // What ends the turn is read by a person, who has no tool to open a file with.
    if (text.length <= limit || outcome.response.break_loop) return text;
    return (await spill(text, limit)).message;
  }
  switch (outcome.status) {
    case "timeout":
    case "cancelled":
      // It may end with what the tool gave back.
      return text.length <= limit ? text : (await spill(text, limit)).message;
    case "error":
    case "denied":
    case "no_answer":
      return clip(text, ERROR_CHARS);
  }
}

function bounded(additional: Additional | undefined, { warn }: ConcludeOptions): Additional | null {
  if (additional === undefined) return null;
  if (JSON.stringify(additional).length <= ADDITIONAL_CHARS) return additional;
  warn("its additional metadata is too long to keep, and was left out");
  return null;
}
