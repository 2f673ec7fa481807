import type { ExtensionPoint, ExtensionPoints, LoopData, ToolResult } from "../contract/index.ts";
import type { Limits } from "../board/profile.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { createLoopGuard } from "../dispatch/loop-guard.ts";
import type { LoopGuard } from "../dispatch/loop-guard.ts";
import { inAgentSpan, inChatSpan } from "../dispatch/telemetry/spans.ts";
import { answerCalls, toToolCall, withValidIds } from "./answer-calls.ts";
import type { CallIds } from "./answer-calls.ts";
import { askModel } from "./ask-model.ts";
import type { Asked, AskOptions } from "./ask-model.ts";
import type { AgentEvent, EndReason, Usage } from "./events.ts";
import type { ModelHandle } from "./models/model.ts";
import { parseObject, toFunctionTools } from "./prompt-messages.ts";
import type { CallProtocol, Understood } from "./protocol.ts";
import { addUsage } from "./reply.ts";
import type { Masks, Reply } from "./reply.ts";
import type { Steering } from "./steering.ts";
import type { Transcript } from "./transcript.ts";

/** Unusable replies in a row, or rounds with calls that the guard refused as repetitions, that end a turn. */
const PATIENCE = 3;

/** All that one turn works with. */
export type TurnSetup = AskOptions & {
  readonly turn: string;
  readonly session: string;
  readonly profile: string;
  readonly signal: AbortSignal;
  readonly model: ModelHandle;
  readonly system: string;
  readonly protocol: CallProtocol;
  /** The wire names of what the model is offered. */
  readonly tools: readonly string[];
  readonly dispatcher: Dispatcher;
  readonly limits: Pick<Limits, "rounds">;
  readonly transcript: Transcript;
  readonly ids: CallIds;
  readonly steering: Steering;
  readonly masks: Masks & { maskDeep(value: unknown): unknown };
  readonly emit: (event: AgentEvent) => void;
  readonly extend: <P extends ExtensionPoint>(
    point: P,
    event: ExtensionPoints[P]["event"],
  ) => Promise<ExtensionPoints[P]["event"]>;
};

export type TurnEnd = {
  readonly reason: EndReason;
  readonly text: string;
  readonly rounds: number;
  readonly usage: Usage;
};

/** What changes from round to round. */
type Progress = {
  loop_data: LoopData;
  usage: Usage;
  results: ToolResult[];
  /** Unusable replies in a row. */
  unusable: number;
  readonly guard: LoopGuard;
  /** What the guard had refused, since something new happened, when the last round was over. */
  refused: number;
  /** Rounds with such a refusal since something new happened. */
  circling: number;
};

type Ending = Pick<TurnEnd, "reason" | "text">;

/**
 * One turn: from a message of the person to the reason why the loop ends. Each message is stored before the next step,
 * and each call has its result in the conversation whatever ends the turn.
 *
 * @throws only what is broken in the house itself: a store that fails, a bug
 */
export function runTurn(setup: TurnSetup, message: string): Promise<TurnEnd> {
  const { profile, session, model } = setup;
  return inAgentSpan(
    { profile, session, model: model.id },
    () => playTurn(setup, message),
    ({ reason, usage }) => ({ error: ENDS_WELL.has(reason) ? null : reason, usage }),
  );
}

const ENDS_WELL: ReadonlySet<EndReason> = new Set(["answered", "tool"]);

async function playTurn(setup: TurnSetup, message: string): Promise<TurnEnd> {
  const progress: Progress = {
    loop_data: { round: 0, memo: new Map() },
    usage: { input_tokens: null, output_tokens: null },
    results: [],
    unusable: 0,
    guard: createLoopGuard(),
    refused: 0,
    circling: 0,
  };
  await setup.transcript.mend();
  await hear(setup, message);
  const { reason, text } = await loop(setup, progress);
  const { loop_data, results, usage } = progress;
  await setup.extend("message_loop_end", { loop_data, reason, results });
  return { reason, text, rounds: loop_data.round, usage };
}

async function loop(setup: TurnSetup, progress: Progress): Promise<Ending> {
  for (;;) {
    if (progress.loop_data.round >= setup.limits.rounds) return lastWords(setup, progress);
    progress.loop_data = { ...progress.loop_data, round: progress.loop_data.round + 1 };
    const ending = await playRound(setup, progress);
    if (ending !== null) return ending;
  }
}

/** One request to the model, and the answers to the calls in its reply. Null: the loop goes on. */
async function playRound(setup: TurnSetup, progress: Progress): Promise<Ending | null> {
  const { loop_data } = progress;
  await setup.extend("message_loop_start", { loop_data });
  await listen(setup);
  if (setup.signal.aborted) return { reason: "stopped", text: "" };

  const asked = await ask(setup, progress, "auto");
  if (asked.kind !== "reply") return endWithout(setup, asked);
  const understood = withIds(setup, setup.protocol.understand(asked.reply));
  const reply = understood.kind === "calls" ? understood.reply : asked.reply;
  const calls = reply.calls.map(toToolCall);
  await setup.extend("after_model_call", { loop_data, text: reply.text, calls });

  switch (understood.kind) {
    case "answer":
      if (!reply.shown) setup.emit({ type: "text", text: reply.text });
      await setup.transcript.append({
        role: "assistant",
        parts: reply.parts.filter((part) => part.kind !== "call"),
      });
      if (reply.finish === "length") {
        const message = `${setup.model.id}: the answer reached the longest length allowed; its end is missing.`;
        setup.emit({ type: "error", message, hint: "Ask it to go on." });
      }
      // What the person said meanwhile wants an answer too.
      return setup.steering.waiting ? null : { reason: "answered", text: reply.text };
    case "refused":
      setup.emit({
        type: "error",
        message: `${setup.model.id}: ${understood.message}`,
        hint: null,
      });
      return { reason: "model_error", text: "" };
    case "unusable":
      return askAgain(setup, progress, reply, understood.note);
    case "calls":
      progress.unusable = 0;
      return endedBy(setup, progress, await answer(setup, progress, reply));
  }
}

function withIds({ ids }: TurnSetup, understood: Understood): Understood {
  if (understood.kind !== "calls") return understood;
  return { kind: "calls", reply: withValidIds(understood.reply, ids) };
}

/** Takes in a message of the person. */
async function hear({ transcript, masks, emit }: TurnSetup, message: string): Promise<void> {
  const text = masks.mask(message);
  emit({ type: "user", text });
  await transcript.append({ role: "user", text });
}

/** Waits while the turn is paused, and takes in what the person said meanwhile. */
async function listen(setup: TurnSetup): Promise<void> {
  await setup.steering.mayGoOn(setup.signal);
  for (const text of setup.steering.take()) await hear(setup, text);
}

async function ask(
  setup: TurnSetup,
  progress: Progress,
  toolChoice: "auto" | "none",
): Promise<Asked> {
  const { system } = await setup.extend("before_model_call", {
    loop_data: progress.loop_data,
    system: setup.system,
    tools: setup.tools,
  });
  const request = {
    prompt: setup.protocol.prompt(setup.masks.mask(system), setup.transcript.messages),
    tools: toFunctionTools(setup.protocol.functions),
    toolChoice,
    signal: setup.signal,
  };
  const asked = await inChatSpan(
    { model: setup.model.id, session: setup.session },
    () => askModel(setup.model, request, { ...setup, gate: setup.protocol.gate }),
    (outcome) => ({
      error: outcome.kind === "reply" ? null : outcome.kind,
      usage: outcome.kind === "reply" ? outcome.reply.usage : null,
    }),
  );
  if (asked.kind === "reply") {
    const { usage } = asked.reply;
    progress.usage = addUsage(progress.usage, usage);
    setup.emit({ type: "usage", usage });
  }
  return asked;
}

/** The turn ends because there is no whole reply. What had come of one that was stopped is kept. */
async function endWithout(
  { transcript, emit }: TurnSetup,
  asked: Exclude<Asked, { kind: "reply" }>,
): Promise<Ending> {
  if (asked.kind === "failed") {
    emit({ type: "error", message: asked.message, hint: asked.hint });
    return { reason: "model_error", text: "" };
  }
  if (asked.text.trim() !== "") {
    await transcript.append({ role: "assistant", parts: [{ kind: "text", text: asked.text }] });
  }
  return { reason: "stopped", text: asked.text };
}

async function askAgain(
  { transcript, emit, model }: TurnSetup,
  progress: Progress,
  reply: Reply,
  note: string,
): Promise<Ending | null> {
  const parts = reply.parts.filter((part) => part.kind === "text" && part.text.trim() !== "");
  if (parts.length > 0) await transcript.append({ role: "assistant", parts });
  progress.unusable += 1;
  if (progress.unusable >= PATIENCE) {
    emit({
      type: "error",
      message: `${model.id}: ${PATIENCE} replies in a row could not be used. The last time it was told: ${note}`,
      hint: "Try another model, or say it in other words.",
    });
    return { reason: "unusable", text: "" };
  }
  await transcript.append({ role: "note", text: note });
  return null;
}

/** Answers the calls of a reply; when this is over, each has its result in the conversation. */
async function answer(
  setup: TurnSetup,
  progress: Progress,
  reply: Reply,
): Promise<readonly ToolResult[]> {
  const { transcript, dispatcher, masks, emit, signal, turn } = setup;
  const { loop_data } = progress;
  await transcript.append({ role: "assistant", parts: reply.parts });
  for (const call of reply.calls) {
    const { args, ...rest } = toToolCall(call);
    const shown = typeof args === "string" ? (parseObject(args) ?? args) : args;
    emit({ type: "tool_call", call: { ...rest, args: masks.maskDeep(shown) } });
  }
  const batch = { signal, turn, loop_data, guard: progress.guard };
  const results = await answerCalls(reply, dispatcher, batch, emit);
  await transcript.append({ role: "tool", results });
  progress.results.push(...results);
  return results;
}

function endedBy(
  { emit, model }: TurnSetup,
  progress: Progress,
  results: readonly ToolResult[],
): Ending | null {
  const last = results.find((result) => result.break_loop);
  if (last !== undefined) return { reason: "tool", text: last.message };
  const { refused } = progress.guard;
  if (refused > progress.refused) progress.circling += 1;
  if (refused === 0) progress.circling = 0;
  progress.refused = refused;
  if (progress.circling < PATIENCE) return null;
  emit({
    type: "error",
    message: `${model.id} goes on repeating calls that were refused because nothing new comes of them.`,
    hint: "Say it in other words, or try another model.",
  });
  return { reason: "loop", text: "" };
}

/** The limit of rounds is reached, all calls are answered: the model may still say where things stand. */
async function lastWords(setup: TurnSetup, progress: Progress): Promise<Ending> {
  if (setup.signal.aborted) return { reason: "stopped", text: "" };
  await setup.transcript.append({
    role: "note",
    text: `The limit of ${setup.limits.rounds} rounds is reached, and no more tools can be called in this turn. Say in text what is done and what is not.`,
  });
  const asked = await ask(setup, progress, "none");
  if (asked.kind !== "reply") {
    const { reason, text } = await endWithout(setup, asked);
    return { reason: reason === "stopped" ? "stopped" : "rounds", text };
  }
  const { reply } = asked;
  // A request in text form is no text to show.
  const isText = reply.calls.length > 0 || setup.protocol.understand(reply).kind === "answer";
  const parts = reply.parts.filter((part) => isText && part.kind !== "call");
  if (parts.length > 0) await setup.transcript.append({ role: "assistant", parts });
  if (isText && !reply.shown) setup.emit({ type: "text", text: reply.text });
  return { reason: "rounds", text: isText ? reply.text : "" };
}
