import { randomUUID } from "node:crypto";
import { Failed } from "../contract/index.ts";
import type { AgentHandle, ToolResult } from "../contract/index.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { Children } from "./children.ts";
import type { Steering } from "./steering.ts";

/** What a handle reaches of its agent, as it is at the time of the call. */
export type Reach = {
  readonly session: string;
  readonly depth: number;
  readonly depthLeft: number;
  readonly profile: () => string;
  readonly dispatcher: () => Promise<Dispatcher>;
  /** The turn under way, if there is one. */
  readonly playing: () => { readonly turn: string; readonly signal: AbortSignal } | null;
  readonly children: Children;
  readonly steering: Steering;
};

/** Makes what tools and extensions get of an agent. */
export function createHandle(reach: Reach): AgentHandle {
  const { session, depth, depthLeft, children, steering } = reach;
  return {
    id: session,
    get profile() {
      return reach.profile();
    },
    session,
    depth,
    depth_left: depthLeft,

    async callTool({ signal, ...call }): Promise<ToolResult> {
      const dispatcher = await reach.dispatcher();
      const playing = reach.playing();
      const signals = [signal, playing?.signal].filter((one) => one !== undefined);
      const [result] = await dispatcher.run([{ ...call, id: `call_${randomUUID()}` }], {
        signal: AbortSignal.any(signals),
        ...(playing && { turn: playing.turn }),
      });
      if (result === undefined) throw new Error(`The call to ${call.name} had no result.`);
      return result;
    },

    runChild: (turn) => children.run(turn, reach.playing()?.signal ?? new AbortController().signal),

    async handle_intervention() {
      const signal = reach.playing()?.signal;
      if (signal) await steering.mayGoOn(signal);
      signal?.throwIfAborted();
      if (steering.waiting) {
        throw new Failed("Interrupted: the person has said something that comes first.");
      }
    },
  };
}
