import { EXTENSION_BRAND, hasBrand } from "./brand.ts";
import type { ToolCall, ToolResult } from "./call.ts";
import type { AgentHandle, Log, LoopData, WeakHandle } from "./context.ts";
import type { McpPrompt, McpResource } from "./mcp.ts";
import type { Response } from "./response.ts";
import type { Risk } from "./risk.ts";
import type { ToolAssets, ToolStore } from "./tool-store.ts";

type CallSeen = {
  readonly call: { readonly id: string; readonly tool: string; readonly method: string | null };
};

/**
 * For each point: what an extension there is given (`event`), and what it may give back (`change`). Giving back nothing
 * leaves everything as it is.
 */
export type ExtensionPoints = {
  /** An agent was made, before its first turn. */
  agent_init: { event: { readonly agent: AgentHandle }; change: void };
  /** The system prompt is being built; the text that is returned is appended to it. */
  system_prompt: {
    event: { readonly profile: string; readonly session: string };
    change: string | readonly string[] | void;
  };
  /** A round of the loop begins. */
  message_loop_start: { event: { readonly loop_data: LoopData }; change: void };
  /** A request to the model is ready; its system prompt can be replaced. */
  before_model_call: {
    event: {
      readonly loop_data: LoopData;
      readonly system: string;
      readonly tools: readonly string[];
    };
    change: { readonly system: string } | void;
  };
  /** The model has answered. */
  after_model_call: {
    event: {
      readonly loop_data: LoopData;
      readonly text: string;
      readonly calls: readonly ToolCall[];
    };
    change: void;
  };
  /** A call is approved and about to run. Changed arguments are validated and judged again. One that throws refuses the call. */
  tool_execute_before: {
    event: CallSeen & { readonly args: unknown; readonly risk: Risk };
    change: { readonly args: unknown } | { readonly refuse: string } | void;
  };
  /** A running tool shows progress; the text that is returned is shown instead. */
  tool_output_update: { event: CallSeen & { readonly text: string }; change: string | void };
  /** A tool has answered, without a throw; the Response that is returned takes its place. */
  tool_execute_after: {
    event: CallSeen & { readonly args: unknown; readonly response: Response };
    change: Response | void;
  };
  /** An error is about to be told to the model; the text that is returned is told instead. */
  error_format: {
    event: { readonly error: unknown; readonly message: string };
    change: string | void;
  };
  /** The loop has ended. */
  message_loop_end: {
    event: {
      readonly loop_data: LoopData;
      readonly reason: string;
      readonly results: readonly ToolResult[];
    };
    change: void;
  };
  /** An MCP client is offered prompts; those that are returned are offered as well. */
  mcp_prompts: {
    event: { readonly profile: string; readonly prompts: readonly McpPrompt[] };
    change: readonly McpPrompt[] | void;
  };
  /** An MCP client is offered resources; those that are returned are offered as well. */
  mcp_resources: {
    event: { readonly profile: string; readonly resources: readonly McpResource[] };
    change: readonly McpResource[] | void;
  };
};

export type ExtensionPoint = keyof ExtensionPoints;

export const EXTENSION_POINTS = [
  "agent_init",
  "system_prompt",
  "message_loop_start",
  "before_model_call",
  "after_model_call",
  "tool_execute_before",
  "tool_output_update",
  "tool_execute_after",
  "error_format",
  "message_loop_end",
  "mcp_prompts",
  "mcp_resources",
] as const satisfies readonly ExtensionPoint[];

export type ExtensionContext = {
  readonly agent: WeakHandle<AgentHandle>;
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** The settings of the plugin that holds the extension. Empty outside a plugin. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What outlives the process, as the profile and the session at work may reach it. Null where nothing is kept. */
  readonly store: ToolStore | null;
  readonly assets: ToolAssets;
  readonly log: Log;
};

export type ExtensionHandler<P extends ExtensionPoint> = (
  event: ExtensionPoints[P]["event"],
  context: ExtensionContext,
) => ExtensionPoints[P]["change"] | Promise<ExtensionPoints[P]["change"]>;

export type Extension<P extends ExtensionPoint = ExtensionPoint> = {
  readonly point: P;
  readonly handler: ExtensionHandler<P>;
};

/**
 * Makes an extension, to be the default export of a file in `extensions/<point>/`.
 *
 * @param point - the point it runs at; the same as the name of its folder
 * @param handler - what runs there; its event and what it may return follow from the point
 *
 * @example
 * export default defineExtension("tool_execute_before", ({ call }) =>
 *   call.tool === "shell" && new Date().getHours() < 6 ? { refuse: "not at night" } : undefined,
 * );
 */
export function defineExtension<P extends ExtensionPoint>(
  point: P,
  handler: ExtensionHandler<P>,
): Extension<P> {
  return Object.freeze({ [EXTENSION_BRAND]: true, point, handler });
}

export function isExtension(value: unknown): value is Extension {
  return hasBrand(value, EXTENSION_BRAND);
}
