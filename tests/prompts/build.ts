import { openBoard } from "../../core/board/open.ts";
import { buildSystemPrompt } from "../../core/prompts/system-prompt.ts";
import type { SystemPrompt, SystemPromptOptions } from "../../core/prompts/system-prompt.ts";
import { createRegistry } from "../../core/registry/create.ts";
import type { TestWorkspace } from "../support/workspace.ts";

export type BuildOptions = Omit<SystemPromptOptions, "board" | "registry"> & {
  readonly profile?: string;
  /** Whether the package's own prompts and tools are the lowest layers. Default: not. */
  readonly bundled?: boolean;
};

/** Builds the system prompt of a profile of a workspace, the way the command line does. */
export async function build(
  { root }: TestWorkspace,
  { profile, bundled = false, ...options }: BuildOptions = {},
): Promise<SystemPrompt> {
  const board = await openBoard({ root, profile, ...(bundled ? {} : { packageRoot: null }) });
  return buildSystemPrompt({ board, registry: createRegistry(board), ...options });
}

/** What was reported, as `code file:line message`, so that a test can look for any of them. */
export function told({ diagnostics }: SystemPrompt): string[] {
  return diagnostics.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message}`);
}
