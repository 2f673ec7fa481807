import type {
  AgentHandle,
  CallClient,
  Log,
  LoopData,
  ToolStore,
  WeakHandle,
} from "../contract/index.ts";
import type { Board, ToolEntry } from "../board/board.ts";
import type { Registry } from "../registry/registry.ts";
import type { ApprovalStore } from "./approve/store.ts";
import type { EmitDispatch } from "./events.ts";
import type { Host } from "./host.ts";
import type { Hold } from "./clock.ts";
import type { LoopGuard } from "./loop-guard.ts";
import type { Runner } from "./runner.ts";
import type { Secrets } from "./secrets/secrets.ts";

/** Gives what outlives the process, as this profile and this session may reach it. Costs nothing until it is used. */
export type BindStore = (of: { readonly profile: string; readonly session: string }) => ToolStore;

export type DispatcherOptions = {
  readonly board: Board;
  /** The tools that this caller may use. Default: all of the board. */
  readonly registry?: Registry;
  /** Default: nobody can be asked. */
  readonly host?: Host;
  readonly session?: string;
  readonly model?: string | null;
  /** Default: there is none; tools can still call tools, but run no child turns. */
  readonly agent?: WeakHandle<AgentHandle>;
  /** The child that runs here, when questions are to name it. */
  readonly child?: string | null;
  readonly emit?: EmitDispatch;
  /** Default: those of the workspace, read before the first call. */
  readonly secrets?: Secrets;
  /** Where tools and extensions log to; their lines are masked. Default: nowhere. */
  readonly log?: Log;
  /** What was allowed for a session, and which questions are open. Default: kept in memory, by this dispatcher alone. */
  readonly approvals?: ApprovalStore;
  /** What outlives the process, for tools and extensions. Default: nothing does. */
  readonly toolStore?: BindStore;
  /** Milliseconds that a stopped tool has to end itself before it is abandoned. Default: 2,000. */
  readonly grace?: number;
  /** Of a child agent's dispatcher: stops the clock of the call that runs the child, see `holdOf`. */
  readonly hold?: Hold;
  /** A tool's source as it is now, so that an approval dies with a change of it. Default: a digest of its file. */
  readonly currentFingerprint?: (entry: ToolEntry) => string | Promise<string>;
  /** Runs the tools that are isolated. Default: worker threads that can be killed. */
  readonly isolated?: Runner;
};

export type BatchOptions = {
  /** Aborts when the turn is stopped. */
  readonly signal?: AbortSignal;
  readonly turn?: string;
  /** The raw message of the model that holds the calls. */
  readonly message?: string;
  readonly loop_data?: LoopData;
  /** The MCP client that makes the calls. Default: they come from elsewhere. */
  readonly client?: CallClient | null;
  /** Where the tools of these calls log to; their lines are masked. Default: the dispatcher's. */
  readonly log?: Log | null;
  /** The turn's guard against calls that go round in a circle. Default: none, as fits callers that are no model. */
  readonly guard?: LoopGuard;
};
