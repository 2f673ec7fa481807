import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import type { Clock } from "./clock.ts";
import type { AgentEvent } from "./events.ts";
import { BrokenReply, modelFailure } from "./model-failure.ts";
import type { ModelHandle, ModelRequest } from "./models/model.ts";
import { createReplyReader } from "./reply.ts";
import type { Masks, Reply, TextGate } from "./reply.ts";
import { waitBefore } from "./retry.ts";
import type { RetryPolicy } from "./retry.ts";

/** How long the body of a whole reply may take to end, in milliseconds. */
const END_OF_BODY_MS = 1000;

/** What came of asking the model. */
export type Asked =
  | { readonly kind: "reply"; readonly reply: Reply }
  /** The turn was stopped; `text` is what had come of the reply. */
  | { readonly kind: "stopped"; readonly text: string }
  | { readonly kind: "failed"; readonly message: string; readonly hint: string | null };

export type AskOptions = {
  readonly masks: Masks;
  readonly emit: (event: AgentEvent) => void;
  /** Makes what decides which text of a reply is shown as it comes. Default: all is. */
  readonly gate?: (() => TextGate) | undefined;
  readonly retry: RetryPolicy;
  /** Milliseconds without any sign of life after which a reply counts as broken. */
  readonly idle_ms: number;
  readonly clock: Clock;
};

/**
 * Asks the model once, and again when that can help: nothing of a reply runs before it is whole, so one that broke off
 * is asked for anew after a `retry` event, which voids the text that came since the request.
 *
 * @returns the whole reply, or why there is none; never rejects
 */
export async function askModel(
  model: ModelHandle,
  request: Omit<ModelRequest, "mask">,
  options: AskOptions,
): Promise<Asked> {
  const { masks, emit, retry, clock } = options;
  const { signal } = request;
  for (let attempt = 1; ; attempt += 1) {
    const reader = createReplyReader(masks, emit, gateFor(model, options));
    let error: unknown;
    try {
      const reply = await readReply(
        model,
        { ...request, mask: masks.mask },
        reader,
        options.idle_ms,
      );
      if (reply !== null) return { kind: "reply", reply };
    } catch (thrown) {
      error = thrown;
    }
    if (signal.aborted) return { kind: "stopped", text: reader.cutShort() };
    const failure = modelFailure(error, model.id, clock.now());
    const message = masks.mask(failure.message);
    const wait_ms = waitBefore(attempt, failure.wait_ms, retry, clock);
    if (!failure.retryable || attempt >= retry.attempts || wait_ms === null) {
      return {
        kind: "failed",
        message: attempt > 1 ? `${message} (asked ${attempt} times)` : message,
        hint: failure.hint,
      };
    }
    emit({ type: "retry", attempt, wait_ms, error: message });
    await clock.sleep(wait_ms, signal);
    if (signal.aborted) return { kind: "stopped", text: "" };
  }
}

/** A recording wants a reply to its end. */
function gateFor(model: ModelHandle, { gate }: AskOptions): TextGate | null {
  const made = gate?.() ?? null;
  return made && model.recorded ? { push: made.push, complete: false } : made;
}

type Reader = ReturnType<typeof createReplyReader>;

/** Null when the turn was stopped. Throws when the reply fails or breaks off. */
async function readReply(
  model: ModelHandle,
  request: ModelRequest,
  reader: Reader,
  idle_ms: number,
): Promise<Reply | null> {
  if (request.signal.aborted) return null;
  const watch = watchFor(request.signal, idle_ms);
  let stream: ReadableStreamDefaultReader<LanguageModelV3StreamPart> | undefined;
  try {
    const opened = model.stream({ ...request, signal: watch.signal });
    stream = (await watch.race(opened, (late) => void late.cancel().catch(ignore))).getReader();
    while (reader.whole === null) {
      watch.alive();
      const { done, value } = await watch.race(stream.read());
      if (done) throw new BrokenReply("the reply broke off before its end");
      reader.take(value);
    }
    return reader.whole;
  } finally {
    watch.end();
    if (stream) void leave(stream, reader.whole !== null && !reader.early).finally(watch.abort);
  }
}

/**
 * Leaves a stream behind. A whole reply is read to the end of its body, so that the connection serves the next request; a
 * provider that does not end it is hung up on.
 */
async function leave(
  stream: ReadableStreamDefaultReader<LanguageModelV3StreamPart>,
  whole: boolean,
): Promise<void> {
  const hangUp = () => stream.cancel().catch(ignore);
  if (!whole) return hangUp();
  const timer = setTimeout(hangUp, END_OF_BODY_MS);
  try {
    while (!(await stream.read()).done);
  } catch {
    // The reply is whole; what happens to the rest of the body does not matter.
  } finally {
    clearTimeout(timer);
  }
}

/** Ends waiting when the turn is stopped, or when nothing has come for too long, even if the provider's code ignores the signal. */
function watchFor(outer: AbortSignal, idle_ms: number) {
  const inner = new AbortController();
  let fail: (reason: unknown) => void = ignore;
  const over = new Promise<never>((_, reject) => {
    fail = reject;
  });
  over.catch(ignore);
  const give = (reason: unknown) => {
    inner.abort(reason);
    fail(reason);
  };
  const stop = () => give(outer.reason);
  outer.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(
    () => give(new BrokenReply(`nothing came for ${Math.round(idle_ms / 1000)} s`)),
    idle_ms,
  );
  return {
    signal: inner.signal,
    alive: () => void timer.refresh(),
    /** @param late - gets the value of a promise that was no longer waited for */
    async race<T>(promise: Promise<T>, late: (value: T) => void = ignore): Promise<T> {
      try {
        return await Promise.race([promise, over]);
      } catch (error) {
        promise.then(late, ignore);
        throw error;
      }
    },
    abort: () => inner.abort(),
    end() {
      clearTimeout(timer);
      outer.removeEventListener("abort", stop);
    },
  };
}

function ignore(): void {}
