import { randomUUID } from "node:crypto";
import type { ToolCall, ToolResult } from "../contract/index.ts";
import type { Registry } from "../registry/registry.ts";
import type { Hold } from "./clock.ts";
import { CallLife } from "./life.ts";
import type { Interruption } from "./life.ts";
import { answerCall } from "./pipeline.ts";
import type { Queued } from "./pipeline.ts";
import type { Services, Turn } from "./services.ts";
import { ended } from "./steps/ended.ts";
import { lookUp } from "./steps/look-up.ts";
import { clip } from "./text.ts";
import { thrownText } from "./wording.ts";

export type Batch = {
  readonly services: Services;
  readonly turn: Turn;
  readonly signal: AbortSignal | null;
  /** The clock of the call that this batch is made from. */
  readonly hold: Hold | null;
  /** The calls that are under way, for whoever closes the dispatcher. */
  readonly lives: Set<CallLife>;
  /** No call begins any more. */
  readonly isClosed: () => boolean;
};

/**
 * Answers several calls: together, or one at a time if any of them is interactive.
 *
 * @returns one result for each, in the order asked; never rejects
 */
export async function runBatch(queue: readonly Queued[], batch: Batch): Promise<ToolResult[]> {
  const { signal, lives } = batch;
  const mine = new Set<CallLife>();
  const stop = (): void => {
    for (const life of mine) life.interrupt(stopped(signal));
  };
  signal?.addEventListener("abort", stop);
  const answer = async (queued: Queued): Promise<ToolResult> => {
    const life = new CallLife(batch.hold);
    if (signal?.aborted === true || batch.isClosed()) life.interrupt(stopped(signal));
    mine.add(life);
    lives.add(life);
    try {
      return await answerCall(queued, batch.services, batch.turn, life);
    } finally {
      mine.delete(life);
      lives.delete(life);
    }
  };
  try {
    if (!queue.some(isInteractive)) return await Promise.all(queue.map(answer));
    const results: ToolResult[] = [];
    for (const queued of queue) results.push(await answer(queued));
    return results;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function stopped(signal: AbortSignal | null): Interruption {
  return {
    kind: "stopped",
    reason: signal?.aborted === true ? thrownText(signal.reason) : "closed",
  };
}

function isInteractive({ target }: Queued): boolean {
  return target.kind === "found" && target.entry.description?.interactive === true;
}

/** Looks up what a call stands for. What comes from outside may be anything; each call gets an id to be answered by. */
export function enqueue(
  call: ToolCall,
  { registry, secrets }: Pick<Services, "registry" | "secrets">,
): Queued {
  const { id, name, args } = readCall(call);
  const target = find(registry, name, secrets.mask);
  const facts =
    target.kind === "found"
      ? { call: id, tool: target.entry.name, method: target.method }
      : {
          call: id,
          tool: typeof name === "string" ? clip(secrets.mask(name), 80) : "",
          method: null,
        };
  return { args, facts, target };
}

/** Reads what should be a call. One without an id gets one. Never throws. */
export function readCall(call: unknown): {
  readonly id: string;
  readonly name: unknown;
  readonly args: unknown;
} {
  const id = read(call, "id");
  return {
    id: typeof id === "string" && id !== "" ? id : `call_${randomUUID()}`,
    name: read(call, "name"),
    args: read(call, "args"),
  };
}

function read(call: unknown, key: keyof ToolCall): unknown {
  try {
    return Reflect.get(Object(call), key);
  } catch {
    return undefined;
  }
}

function find(registry: Registry, name: unknown, mask: (text: string) => string): Queued["target"] {
  try {
    return lookUp(registry, name, mask);
  } catch (error) {
    return ended("error", `The tool could not be looked up: ${thrownText(error)}`, error);
  }
}
