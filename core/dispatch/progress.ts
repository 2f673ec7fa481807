import type { Progress } from "../contract/index.ts";
import type { CallFacts, EmitDispatch } from "./events.ts";
import type { Extensions } from "./extensions.ts";
import type { CallLife } from "./life.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { StreamMasker } from "./secrets/stream-masker.ts";
import { toText } from "./steps/normalise.ts";
import { clip } from "./text.ts";

const PROGRESS_CHARS = 10_000;

/** A call's progress, and what the pipeline does with it at the end. */
export type CallProgress = Progress & {
  /** Shows what has only accumulated, and what the mask held back. Settles when the extensions have seen it. */
  finish(): void | Promise<void>;
};

/**
 * Makes a call's progress: each text passes the `tool_output_update` extensions, then the secret mask, which sees the
 * texts of one call as one stream, so that a secret cut over two of them is found. What comes after the call's end is
 * dropped.
 */
export function createProgress(
  facts: CallFacts,
  life: CallLife,
  {
    secrets,
    extensions,
    emitMasked,
  }: Readonly<{
    secrets: Secrets;
    extensions: Extensions;
    emitMasked: EmitDispatch;
  }>,
): CallProgress {
  let accumulated = "";
  let unshown = false;
  let stream: StreamMasker | null = null;
  let queue: Promise<void> | null = null;

  const letOut = (text: string): void => {
    if (text !== "" && !life.over) emitMasked({ type: "progress", text, ...facts });
  };
  const mask = (text: string): void => {
    stream ??= secrets.stream();
    letOut(clip(stream.push(text), PROGRESS_CHARS));
  };
  const end = (): void => {
    if (stream !== null) letOut(stream.end());
  };
  const extend = async (text: string): Promise<void> => {
    const call = { id: facts.call, tool: facts.tool, method: facts.method };
    const event = await extensions.run("tool_output_update", { call, text }, (before, change) =>
      typeof change === "string" ? { ...before, text: change } : null,
    );
    mask(event.text);
  };
  const show = (text: string): void | Promise<void> => {
    unshown = false;
    if (life.over) return undefined;
    if (extensions.at("tool_output_update").length === 0) return mask(text);
    queue = (queue ?? Promise.resolve()).then(() => extend(text));
    return queue;
  };

  return {
    async set(text) {
      const said = toText(text);
      if (said !== "") accumulated = said;
      await show(accumulated);
    },
    add(text) {
      accumulated += toText(text);
      unshown = true;
    },
    finish() {
      if (unshown) void show(accumulated);
      return queue === null ? end() : queue.then(end);
    },
  };
}
