import { randomUUID } from "node:crypto";
import type { Hold } from "../dispatch/clock.ts";
import type { TurnOptions } from "./api.ts";
import { createChannel } from "./channel.ts";
import type { AgentEvent } from "./events.ts";

/** A turn under way. */
export type Playing = {
  /** The turn's id. */
  readonly turn: string;
  /** Aborts when the turn is stopped. */
  readonly signal: AbortSignal;
  readonly stop: (reason: string) => void;
  readonly emit: (event: AgentEvent) => void;
  /** Stops the clock of the call that the turn is run for, if it is a child's. */
  readonly hold: Hold | undefined;
};

export type PlayOptions = TurnOptions & { readonly hold?: Hold | undefined };

/** A turn that has begun: what it is to those inside, its events for the one outside, and its end. */
export type Begun = {
  readonly playing: Playing;
  readonly events: AsyncGenerator<AgentEvent, void, void>;
  /** Resolves when nothing of it is left. Never rejects. */
  readonly over: Promise<void>;
};

/**
 * Begins a turn. It runs whether or not its events are read; whoever stops reading before the end stops it.
 *
 * @param work - the turn itself; never rejects
 */
export function beginPlaying(
  work: (playing: Playing) => Promise<void>,
  { signal, hold }: PlayOptions,
): Begun {
  const controller = new AbortController();
  const channel = createChannel<AgentEvent>();
  const stop = (reason: string) => controller.abort(new DOMException(reason, "AbortError"));
  const outer = () => stop("The turn was stopped.");
  if (signal?.aborted) outer();
  signal?.addEventListener("abort", outer, { once: true });

  const playing: Playing = {
    turn: randomUUID(),
    signal: controller.signal,
    stop,
    emit: channel.push,
    hold,
  };
  const over = work(playing).finally(() => {
    signal?.removeEventListener("abort", outer);
    channel.end();
  });

  async function* read(): AsyncGenerator<AgentEvent, void, void> {
    let ended = false;
    try {
      for (let event = await channel.next(); event !== null; event = await channel.next()) {
        yield event;
      }
      ended = true;
    } finally {
      if (!ended) outer();
      await over;
    }
  }
  return { playing, events: read(), over };
}
