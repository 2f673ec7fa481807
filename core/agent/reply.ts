import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from "@ai-sdk/provider";
import type { AgentEvent, Usage } from "./events.ts";
import type { AssistantPart, CallPart, PartMeta } from "./message.ts";
import { BrokenReply, EndlessReply, StreamedError } from "./model-failure.ts";

type Finish = "stop" | "tool-calls" | "length" | "content-filter" | "other";

/** A whole reply of the model. */
export type Reply = {
  /** Secrets are masked in all of it. */
  readonly parts: readonly AssistantPart[];
  /** Its text, put together. */
  readonly text: string;
  /** Whether the text has left as events; else it was held back by a gate. */
  readonly shown: boolean;
  /** The calls as the model wrote them: not masked, ids not made valid yet. */
  readonly calls: readonly CallPart[];
  readonly finish: Finish;
  readonly usage: Usage;
};

/** How the secrets of the workspace are kept out of what a reply shows. */
export type Masks = {
  mask(text: string): string;
  stream(): { push(chunk: string): string; end(): string };
};

/** Holds text back that may turn out not to be for the person. */
export type TextGate = {
  /** Takes what came; gives what can be shown. */
  push(text: string): string;
  /** What matters has come: the rest of the reply need not be waited for. */
  readonly complete: boolean;
};

/** Characters of one reply, text and arguments: far beyond what any model gives, and short of filling the memory. */
const LONGEST_REPLY = 8_000_000;

type Draft = { kind: "text" | "reasoning"; text: string; meta: PartMeta | undefined };

/** Puts a stream together. Its text leaves, masked, as it comes. */
export type ReplyReader = {
  /** Throws what the provider reports in the stream. */
  take(part: LanguageModelV3StreamPart): void;
  /** The whole reply, once the stream has said that it is over, or its gate that nothing more matters; else null. */
  readonly whole: Reply | null;
  /** The reply is whole, and its stream goes on. */
  readonly early: boolean;
  /** For a reply that was stopped: the text so far, with what the masker held back. */
  cutShort(): string;
};

/**
 * @param emit - gets `text` and `reasoning` as they come
 * @param gate - decides what of the text is shown as it comes. Default: all
 */
export function createReplyReader(
  masks: Masks,
  emit: (event: AgentEvent) => void,
  gate: TextGate | null = null,
): ReplyReader {
  const parts: (Draft | CallPart)[] = [];
  const calls: CallPart[] = [];
  const drafts = new Map<string, Draft>();
  let masker = masks.stream();
  let whole: Reply | null = null;
  let early = false;
  /** The gate holds back some of the text. */
  let hidden = false;
  let length = 0;

  const count = (text: string) => {
    length += text.length;
    if (length > LONGEST_REPLY) {
      throw new EndlessReply(`the reply does not end: more than ${LONGEST_REPLY} characters came`);
    }
  };

  const show = (draft: Draft, text: string) => {
    if (text === "") return;
    draft.text += text;
    const visible = draft.kind === "text" && gate ? gate.push(text) : text;
    if (visible !== "") emit({ type: draft.kind, text: visible });
    if (draft.kind === "text") hidden = visible === "";
  };
  /** One masker runs through neighbouring pieces of a kind: a provider may cut a block, and a secret with it. */
  const flush = () => {
    const last = parts.at(-1);
    if (last !== undefined && last.kind !== "call") show(last, masker.end());
    masker = masks.stream();
  };
  const begin = (kind: Draft["kind"], key: string, meta: PartMeta | undefined) => {
    const last = parts.at(-1);
    if (last?.kind === kind && last.meta === undefined && meta === undefined) {
      drafts.set(key, last);
      return last;
    }
    flush();
    const draft: Draft = { kind, text: "", meta };
    parts.push(draft);
    drafts.set(key, draft);
    return draft;
  };
  const append = (kind: Draft["kind"], key: string, delta: string, meta?: PartMeta) => {
    let draft = drafts.get(key);
    if (draft === undefined || draft !== parts.at(-1)) draft = begin(kind, key, undefined);
    if (meta) draft.meta = meta;
    show(draft, masker.push(delta));
  };
  const close = (key: string, meta: PartMeta | undefined) => {
    const draft = drafts.get(key);
    if (draft && meta) draft.meta = { ...draft.meta, ...meta };
  };
  const finish = (reason: Finish, usage: Usage) => {
    flush();
    whole = {
      parts: parts.flatMap((one) => finished(one, masks)),
      text: textOf(),
      shown: !hidden,
      calls,
      finish: reason,
      usage,
    };
  };
  const textOf = () => parts.map((part) => (part.kind === "text" ? part.text : "")).join("");

  return {
    get whole() {
      return whole;
    },
    get early() {
      return early;
    },
    take(part) {
      switch (part.type) {
        case "text-start":
          begin("text", `text ${part.id}`, part.providerMetadata);
          return;
        case "text-delta":
          count(part.delta);
          append("text", `text ${part.id}`, part.delta, part.providerMetadata);
          if (gate?.complete) {
            early = true;
            finish("stop", { input_tokens: null, output_tokens: null });
          }
          return;
        case "text-end":
          close(`text ${part.id}`, part.providerMetadata);
          return;
        case "reasoning-start":
          begin("reasoning", `reasoning ${part.id}`, part.providerMetadata);
          return;
        case "reasoning-delta":
          count(part.delta);
          append("reasoning", `reasoning ${part.id}`, part.delta, part.providerMetadata);
          return;
        case "reasoning-end":
          close(`reasoning ${part.id}`, part.providerMetadata);
          return;
        case "tool-input-delta":
          count(part.delta);
          return;
        case "tool-call": {
          // What the provider runs itself is answered in the same stream.
          if (part.providerExecuted) return;
          flush();
          const call: CallPart = {
            kind: "call",
            id: part.toolCallId,
            name: part.toolName,
            args: part.input,
            ...(part.providerMetadata && { meta: part.providerMetadata }),
          };
          calls.push(call);
          parts.push(call);
          return;
        }
        case "error":
          throw new StreamedError(part.error);
        case "finish": {
          const reason = finishOf(part.finishReason);
          if (reason === null) throw new BrokenReply("the reply broke off before its end");
          finish(reason, usageOf(part.usage));
        }
      }
    },
    cutShort() {
      flush();
      return textOf();
    },
  };
}

function finished(part: Draft | CallPart, masks: Masks): AssistantPart[] {
  if (part.kind === "call") return [{ ...part, args: masks.mask(part.args) }];
  const { kind, text, meta } = part;
  if (text === "" && meta === undefined) return [];
  return [{ kind, text, ...(meta && { meta }) }];
}

/** Null: the stream ended without the provider having said why, so something is missing. */
function finishOf({
  unified,
  raw,
}: {
  unified: Finish | "error";
  raw: string | undefined;
}): Finish | null {
  if (unified === "error" || (unified === "other" && raw === undefined)) return null;
  return unified;
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage {
  return { input_tokens: inputTokens.total ?? null, output_tokens: outputTokens.total ?? null };
}

/** The sum of what is known. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: addKnown(a.input_tokens, b.input_tokens),
    output_tokens: addKnown(a.output_tokens, b.output_tokens),
  };
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : a + b;
}
