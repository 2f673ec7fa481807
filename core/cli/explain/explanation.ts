import { existsSync } from "node:fs";
import type { Board, ToolEntry } from "../../board/board.ts";
import type { Diagnostic } from "../../board/diagnostic.ts";
import type { JsonSchema } from "../../contract/index.ts";
import { buildSystemPrompt } from "../../prompts/system-prompt.ts";
import type { FragmentPart } from "../../prompts/system-prompt.ts";
import { tokenCounter } from "../../prompts/tokens.ts";
import { createRegistry } from "../../registry/create.ts";
import { toolRecord } from "../tool-record.ts";
import type { ToolRecord } from "../tool-record.ts";

/** One callable as it is offered to the model. */
export type ExplainedSpec = {
  /** The wire name. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly tokens: number;
};

/** All that a person can want to know of a tool. Files are relative to the workspace. */
export type Explanation = ToolRecord & {
  /** Milliseconds that a call may take. */
  readonly timeout: number;
  readonly prompt_shadows: readonly string[];
  readonly dox_shadows: readonly string[];
  /** None for a tool that the model is not offered. */
  readonly specs: readonly ExplainedSpec[];
  /** What stands about it in the system prompt. */
  readonly fragment: Omit<FragmentPart, "tool"> | null;
  /** What it costs in each request: specs and fragment. */
  readonly tokens: number;
  readonly diagnostics: readonly Diagnostic[];
};

/** Finds a tool by its name, or by the name of one of its methods. */
export function findTool(board: Board, name: string): ToolEntry | null {
  const entry = board.tools.find((tool) => tool.name === name);
  if (entry) return entry;
  const found = createRegistry(board).lookUp(name);
  return found.kind === "unknown" ? null : found.entry;
}

export async function explainTool(board: Board, entry: ToolEntry): Promise<Explanation> {
  const record = toolRecord(board, entry);
  const alone = registryOf(board, entry);
  const count = await tokenCounter();
  const specs = (alone?.specs() ?? []).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
    tokens: count(JSON.stringify({ name, description, inputSchema })),
  }));
  const built = alone && (await buildSystemPrompt({ board, registry: alone }));
  const [part] = built?.fragments ?? [];
  const fragment = part ? { file: part.file, tokens: part.tokens, text: part.text } : null;
  const prompts = entry.prompt === null ? [] : promptFiles(board, entry.name);
  const own = new Set([record.file, record.prompt, record.dox, ...record.shadows]);
  return {
    ...record,
    timeout: entry.description?.timeout ?? board.profile.limits.tool_timeout,
    prompt_shadows: prompts.slice(1).map((file) => board.relative(file)),
    dox_shadows: entry.shadows
      .map((file) => `${file}.dox.md`)
      .filter((file) => existsSync(file))
      .map((file) => board.relative(file)),
    specs,
    fragment,
    tokens: specs.reduce((sum, { tokens }) => sum + tokens, fragment?.tokens ?? 0),
    diagnostics: [...board.diagnostics, ...(built?.diagnostics ?? [])].filter(
      ({ file }) => file !== null && own.has(file),
    ),
  };
}

/** The tool alone, as the model would be offered it; null for one that it is not. */
function registryOf(board: Board, entry: ToolEntry) {
  return entry.status === "ok" ? createRegistry(board).only([entry.name]) : null;
}

function promptFiles(board: Board, tool: string): string[] {
  return board.find("prompts", `agent.system.tool.${tool}.md`).map(({ file }) => file);
}
