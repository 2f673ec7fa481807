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
// contract
export * from "./contract/index.ts";
