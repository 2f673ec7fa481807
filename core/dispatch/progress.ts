import type { Progress } from "../contract/index.ts";
import type { CallFacts, EmitDispatch } from "./events.ts";
import type { Extensions } from "./extensions.ts";
import type { CallLife } from "./life.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { MessageMasker } from "./secrets/message-masker.ts";
import { toText } from "./steps/normalise.ts";
import { clip } from "./text.ts";

const PROGRESS_CHARS = 10_000;

/** A call's progress, and what the pipeline does with it at the end. */
export type CallProgress = Progress & {
  /** Shows what has only accumulated. Settles when the extensions have seen all. */
  finish(): void | Promise<void>;
};

/**
 * Makes a call's progress: each text passes the `tool_output_update` extensions, then the secret mask, which also finds a
 * secret that is cut over several texts of one call. What comes after the call's end is dropped.
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
  let masker: MessageMasker | null = null;
  let queue: Promise<void> | null = null;

  const emit = (text: string): void => {
    masker ??= secrets.messages();
    const masked = clip(masker.mask(text), PROGRESS_CHARS);
    if (masked !== "" && !life.over) emitMasked({ type: "progress", text: masked, ...facts });
  };
  const extend = async (text: string): Promise<void> => {
    const call = { id: facts.call, tool: facts.tool, method: facts.method };
    const event = await extensions.run("tool_output_update", { call, text }, (before, change) =>
      typeof change === "string" ? { ...before, text: change } : null,
    );
    emit(event.text);
  };
  const show = (text: string): void | Promise<void> => {
    unshown = false;
    if (life.over) return undefined;
    if (extensions.at("tool_output_update").length === 0) return emit(text);
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
      return queue ?? undefined;
    },
  };
}
