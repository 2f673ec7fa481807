import type { ToolCall, ToolResult } from "./call.ts";
import type { CallClient } from "./mcp.ts";
import type { ToolAssets, ToolStore } from "./tool-store.ts";

/** A duration in milliseconds, or with a unit: `"500ms"`, `"120s"`, `"5m"`, `"1h"`. */
export type Duration = number | string;

/** What a tool tells while it runs. The text passes through the `tool_output_update` extensions and the secret mask. */
export type Progress = {
  /** Replaces what is shown. */
  set(text: string): Promise<void>;
  /** Accumulates without showing; the next `set("")` or the end of the call shows all of it. */
  add(text: string): void;
};

export type Question = {
  readonly text: string;
  /** With choices the person may answer by number or by label; without, the question is open. */
  readonly choices?: readonly string[];
  /** How long to wait for the person. Default: no limit but the turn's end. */
  readonly timeout?: Duration;
};

/** What came of a question. Only `answered` carries text: silence is never an empty answer. */
export type Answer =
  | { readonly status: "answered"; readonly text: string; readonly choice: number | null }
  | { readonly status: "timed_out" }
  | { readonly status: "cancelled"; readonly reason: string }
  | { readonly status: "no_host" };

export type ChildTurn = {
  readonly message: string;
  /** Default: the profile of the agent that asks. */
  readonly profile?: string;
  /** Tools the child must not have, beyond what its profile already leaves out. */
  readonly without?: readonly string[];
  /** Continues an earlier child instead of starting one. */
  readonly child?: string;
  readonly signal?: AbortSignal;
};

export type ChildResult = {
  readonly child: string;
  readonly status: "completed" | "failed" | "stopped" | "out_of_rounds";
  readonly text: string;
};

/** The part of a running agent that a tool may use. */
export interface AgentHandle {
  readonly id: string;
  readonly profile: string;
  readonly session: string;
  /** 0 for the agent a person talks to, 1 for its child, and so on. */
  readonly depth: number;
  /** How many more levels of children may run below this agent: 0 means that `runChild` fails. */
  readonly depth_left: number;
  /** Calls another tool through the whole pipeline: validated, judged and approved like a model's call. */
  callTool(call: Omit<ToolCall, "id"> & { readonly signal?: AbortSignal }): Promise<ToolResult>;
  /** Runs a turn of a child agent. Its questions go to the person through this agent's host. */
  runChild(turn: ChildTurn): Promise<ChildResult>;
  /** Waits while the agent is paused; throws when a steering message or a stop should interrupt a long tool. */
  handle_intervention(): Promise<void>;
}

/** The agent may be gone while a tool still runs, so a tool holds it weakly. */
export type WeakHandle<T> = { deref(): T | undefined };

export type Log = Readonly<
  Record<"debug" | "info" | "warn" | "error", (message: string, data?: object) => void>
>;

/** What happened so far in the turn's loop. Extensions may keep what they need in `memo`. */
export type LoopData = {
  readonly round: number;
  readonly memo: Map<string, unknown>;
};

/** The second parameter of `execute`. */
export type ToolContext = {
  readonly turn: { readonly id: string; readonly profile: string; readonly session: string };
  /** `provider/model` of the turn, or null outside a conversation. */
  readonly model: string | null;
  readonly agent: WeakHandle<AgentHandle>;
  /** Aborted when the turn is stopped or the call's time is over. */
  readonly signal: AbortSignal;
  readonly call: { readonly id: string; readonly name: string; readonly method: string | null };
  /** Absolute path of the workspace. */
  readonly workspace: string;
  readonly progress: Progress;
  /** Asks the person, through the host. Time spent waiting does not count against the tool's time limit. */
  readonly ask: (question: Question) => Promise<Answer>;
  /** The MCP client that made the call. Null where the call came from elsewhere, and in a worker. */
  readonly client: CallClient | null;
  /** The plugin's settings, the user's merged over its own. Empty for a tool outside a plugin. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What outlives the process. Null where nothing is kept, as for a tool that a test calls by itself. */
  readonly store: ToolStore | null;
  /** Files of the layers that are no code: skills. */
  readonly assets: ToolAssets;
  /**
   * A text with the workspace's secrets masked. Results are masked anyway; this is for a tool that shows pieces of a text:
   * of a secret that is cut first, the rest can not be recognised any more.
   */
  readonly mask: (text: string) => Promise<string>;
  readonly log: Log;
};
