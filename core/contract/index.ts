/** What a tool author touches. A tool file that imports `pegboard` gets this. */
export { RISKS, higherRisk, isRisk } from "./risk.ts";
export type { Risk } from "./risk.ts";
export { Response, isResponse } from "./response.ts";
export type { Additional, ResponseInit } from "./response.ts";
export { Failed, InvalidArgs, isFailed, isInvalidArgs } from "./errors.ts";
export { isStandardSchema } from "./schema.ts";
export type {
  ArgsOf,
  ArgsSchema,
  JsonSchema,
  OutputOf,
  SchemaIssue,
  SchemaResult,
  StandardSchema,
} from "./schema.ts";
export { settingsReader } from "./settings.ts";
export { RESULT_STATUSES } from "./call.ts";
export type { ResultStatus, ToolCall, ToolResult } from "./call.ts";
export { BREAK_LOOP, Tool, isToolClass } from "./tool.ts";
export type {
  Assess,
  BreakLoop,
  MethodDefinition,
  ToolClass,
  ToolInit,
  ToolOutput,
  ToolOutputOf,
} from "./tool.ts";
export { defineTool } from "./define-tool.ts";
export type { ToolDefinition } from "./define-tool.ts";
export { EXTENSION_POINTS, defineExtension, isExtension } from "./extension.ts";
export type {
  Extension,
  ExtensionContext,
  ExtensionHandler,
  ExtensionPoint,
  ExtensionPoints,
} from "./extension.ts";
export type {
  CallClient,
  ClientMethod,
  McpAsking,
  McpContent,
  McpMessage,
  McpPrompt,
  McpResource,
  McpResourceText,
} from "./mcp.ts";
export type {
  ProfileCard,
  PromptContext,
  PromptVariables,
  PromptVariablesProvider,
} from "./prompt.ts";
export { durationMs } from "./duration.ts";
export type {
  AgentHandle,
  Answer,
  ChildResult,
  ChildTurn,
  Duration,
  Log,
  LoopData,
  Progress,
  Question,
  ToolContext,
  WeakHandle,
} from "./context.ts";
export type {
  AssetDocument,
  AssetInfo,
  MemoryChange,
  MemoryItem,
  PastHit,
  PastMessage,
  PastSession,
  ToolAssets,
  ToolMemory,
  ToolSessions,
  ToolStore,
} from "./tool-store.ts";
