/** What the tests of a tool import: `pegboard/testing`. It needs no test runner, and works with any. */
export { callTool } from "./call-tool.ts";
export type { CallOptions, CallOutcome } from "./call-tool.ts";
export { expectContract } from "./expect-contract.ts";
export type { ContractOptions } from "./expect-contract.ts";
export { approves, denies, edits, ignores, nobody, stops } from "./person.ts";
export type { GivenAnswer, Person } from "./person.ts";
export { scriptedModel } from "./scripted-model.ts";
export type { ScriptedChildren, ScriptedModel, ScriptedReply } from "./scripted-model.ts";
export { makeWorkspace } from "./workspace.ts";
export type { TemporaryWorkspace } from "./workspace.ts";
