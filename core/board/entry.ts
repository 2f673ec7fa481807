import { createHash } from "node:crypto";
import type { ToolClass } from "../contract/index.ts";
import { ToolUnavailable } from "./board.ts";
import type { Plugin, ToolDescription, ToolEntry } from "./board.ts";
import { describeTool } from "./describe.ts";

export type EntryOptions = {
  /** Default: `local:<name>`. */
  readonly id?: string;
  readonly plugin?: Plugin;
  /** Default: a digest of what the tool says of itself and of its source. */
  readonly fingerprint?: string;
};

/**
 * Makes an entry of a tool that comes from no file: for tests, and for other sources of tools. A tool with a fatal
 * problem makes a failed one, which says what is wrong.
 *
 * @param name - what it is called; it is not checked, because other sources have rules of their own
 */
export function entryOf(name: string, tool: ToolClass, options: EntryOptions = {}): ToolEntry {
  const { description, problems } = describeTool(tool);
  const fault = problems.find((problem) => problem.fatal);
  const status = fault ? "failed" : description.risk === "deny" ? "denied" : "ok";
  const error = fault ? fault.message : status === "denied" ? "its own risk is deny" : null;
  return {
    name,
    id: options.id ?? `local:${name}`,
    status,
    error,
    description,
    file: null,
    prompt: null,
    dox: null,
    shadows: [],
    plugin: options.plugin ?? null,
    fingerprint: options.fingerprint ?? fingerprint(description, tool),
    sources: () => null,
    async load() {
      if (error !== null) throw new ToolUnavailable(`${name} can not be called: ${error}`);
      return tool;
    },
  };
}

function fingerprint(description: ToolDescription, tool: ToolClass): string {
  const methods = Object.keys(description.methods).map((name) => tool.methods?.[name]?.execute);
  const hash = createHash("sha256").update(JSON.stringify(description));
  for (const part of [tool, tool.prototype.execute, ...methods]) hash.update(`\n${String(part)}`);
  return hash.digest("hex");
}
