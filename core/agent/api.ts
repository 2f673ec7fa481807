import type { AgentHandle, Log } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import type { ApprovalStore } from "../dispatch/approve/store.ts";
import type { Host } from "../dispatch/host.ts";
import type { BindStore } from "../dispatch/options.ts";
import type { Secrets } from "../dispatch/secrets/secrets.ts";
import type { Registry } from "../registry/registry.ts";
import type { Clock } from "./clock.ts";
import type { AgentEvent } from "./events.ts";
import type { Message } from "./message.ts";
import type { ModelHandle } from "./models/model.ts";
import type { RetryPolicy } from "./retry.ts";
import type { AgentStore } from "./store.ts";

export type AgentOptions = {
  /** Who the agent is, and all that it may have. */
  readonly board: Board;
  readonly model: ModelHandle;
  /** The tools it may use. Default: those of the profile. */
  readonly registry?: Registry;
  /** Default: nobody can be asked. */
  readonly host?: Host;
  /** Goes on with this session if the store knows it. Default: a new one. */
  readonly session?: string;
  /** Where the conversation is kept. Default: in memory. */
  readonly store?: AgentStore;
  /** What was allowed for a session, and which questions are open. Default: kept in memory. */
  readonly approvals?: ApprovalStore;
  /** What tools and extensions reach of what outlives the process. Default: nothing. */
  readonly toolStore?: BindStore;
  /** Default: the workspace's, read at the first turn. */
  readonly secrets?: Secrets;
  /** Opens the board of a child's profile. Default: from the same workspace. */
  readonly openBoard?: (profile: string) => Promise<Board>;
  /** Opens the model that a child's profile names. Default: `openModel` with the process's environment. */
  readonly openModel?: (id: string, board: Board) => Promise<ModelHandle>;
  readonly retry?: Partial<RetryPolicy>;
  /** Milliseconds without a sign of life after which a reply of the model counts as broken off. Default: 5 minutes. */
  readonly idle_ms?: number;
  /** Milliseconds that a stopped tool has to end itself before it is abandoned. Default: dispatch's. */
  readonly grace?: number;
  /** Where tools, extensions and the agent itself log to. Default: nowhere. */
  readonly log?: Log;
  readonly clock?: Clock;
};

export type TurnOptions = {
  /** Stops the turn when it aborts. */
  readonly signal?: AbortSignal;
};

/** An agent with its conversation. It plays one turn at a time. */
export interface Agent {
  readonly session: string;
  /** The name of its profile. */
  readonly profile: string;
  /** What tools get of it. */
  readonly handle: AgentHandle;
  /** The conversation so far. */
  readonly messages: readonly Message[];
  /**
   * Plays one turn: `turn_started` first, `turn_ended` with its reason last, whatever happens; errors are events too. It
   * begins when the first event is asked for; who stops reading stops the turn.
   *
   * @throws only when the agent is closed or plays a turn already
   */
  turn(message: string, options?: TurnOptions): AsyncIterable<AgentEvent>;
  /** Says something to the turn under way; it takes effect before the next call of the model. Between turns: with the next. */
  steer(text: string): void;
  /** Holds the turn before the next call of the model, and tools that wait for that, until `resume`. */
  pause(): void;
  resume(): void;
  /** From the next turn on, the agent works with this board. Its conversation goes on. */
  useBoard(board: Board): void;
  /** From the next turn on, this model answers. */
  useModel(model: ModelHandle): void;
  /** Stops the turn under way and its children, and ends what the agent holds. */
  close(): Promise<void>;
}
