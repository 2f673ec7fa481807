import type { ToolResult } from "../../core/contract/index.ts";
import { callTool } from "../../core/testing/call-tool.ts";
import edit_file from "../../plugins/files/tools/edit_file.ts";
import find_files from "../../plugins/files/tools/find_files.ts";
import read_file from "../../plugins/files/tools/read_file.ts";
import search_files from "../../plugins/files/tools/search_files.ts";
import write_file from "../../plugins/files/tools/write_file.ts";
import type { TestWorkspace } from "../support/workspace.ts";

const TOOLS = { edit_file, find_files, read_file, search_files, write_file };

export type FilesTool = keyof typeof TOOLS;

export type CallFiles = (tool: FilesTool, args: object) => Promise<ToolResult>;

/** Calls the tools of the files plugin in a workspace, through the whole pipeline; a person allows everything. */
export function filesOf(
  { root }: Pick<TestWorkspace, "root">,
  settings: Readonly<Record<string, unknown>> = {},
): CallFiles {
  return async (tool, args) => (await callTool(TOOLS[tool], args, { root, settings })).result;
}
