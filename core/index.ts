/** The public API. */
// agent
export { openAgent } from "./agent/agent.ts";
export type { Agent, AgentOptions, TurnOptions } from "./agent/agent.ts";
export { END_REASONS } from "./agent/events.ts";
export type { AgentEvent, EndReason, Usage } from "./agent/events.ts";
export type { AssistantPart, CallPart, Message } from "./agent/message.ts";
export type { ModelHandle } from "./agent/models/model.ts";
export { ModelUnavailable } from "./agent/models/model.ts";
export { chooseModel, openModel } from "./agent/models/open-model.ts";
export type { ModelChoice, OpenModelOptions } from "./agent/models/open-model.ts";
export { memoryStore } from "./agent/store.ts";
export type { AgentStore, SessionInfo } from "./agent/store.ts";
// board
export type { Board, Layer, Plugin, ToolDescription, ToolEntry } from "./board/board.ts";
export type { Diagnostic } from "./board/diagnostic.ts";
export { ProfileError } from "./board/agent-file.ts";
export { openBoard } from "./board/open.ts";
export type { OpenBoardOptions } from "./board/open.ts";
export type { Profile } from "./board/profile.ts";
export { WorkspaceError } from "./board/workspace.ts";
// contract
export * from "./contract/index.ts";
// dispatch
export { createDispatcher } from "./dispatch/dispatcher.ts";
export type { BatchOptions, Dispatcher, DispatcherOptions } from "./dispatch/dispatcher.ts";
export type { DispatchEvent } from "./dispatch/events.ts";
export type {
  ApprovalDecision,
  ApprovalRequest,
  AskedQuestion,
  Asker,
  Host,
} from "./dispatch/host.ts";
// prompts
export { buildSystemPrompt } from "./prompts/system-prompt.ts";
export type { SystemPrompt, SystemPromptOptions } from "./prompts/system-prompt.ts";
// registry
export { createRegistry } from "./registry/create.ts";
export type { Lookup, Registry, ToolSpec } from "./registry/registry.ts";
// store
export { StoreError, openStore } from "./store/store.ts";
export type { Store, StoreOptions } from "./store/store.ts";
