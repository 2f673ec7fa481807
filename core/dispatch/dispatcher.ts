import type { AgentHandle, LoopData, ToolCall, ToolResult, WeakHandle } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import type { Registry } from "../registry/registry.ts";
import type { EmitDispatch } from "./events.ts";
import type { Host } from "./host.ts";

export type DispatcherOptions = {
  readonly board: Board;
  /** The tools that this caller may use. Default: all of the board. */
  readonly registry?: Registry;
  /** Default: nobody can be asked. */
  readonly host?: Host;
  readonly session?: string;
  readonly model?: string | null;
  readonly agent?: WeakHandle<AgentHandle>;
  /** The child that runs here, when questions are to name it. */
  readonly child?: string | null;
  readonly emit?: EmitDispatch;
};

export type BatchOptions = {
  /** Aborts when the turn is stopped. */
  readonly signal?: AbortSignal;
  readonly turn?: string;
  /** The raw message of the model that holds the calls. */
  readonly message?: string;
  readonly loop_data?: LoopData;
};

/** Runs calls: one pipeline for a model, a child agent, a tool that calls a tool, the command line, MCP and HTTP. */
export interface Dispatcher {
  /**
   * Answers each call exactly once, in the order asked.
   *
   * @returns one result for each call; never rejects
   */
  run(calls: readonly ToolCall[], options?: BatchOptions): Promise<ToolResult[]>;
  /** Ends what the dispatcher holds: workers, timers, open questions. */
  close(): Promise<void>;
}
