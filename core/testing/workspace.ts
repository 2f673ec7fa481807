import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Board } from "../board/board.ts";
import { openBoard } from "../board/open.ts";
import { callTool } from "./call-tool.ts";
import type { CallOptions, CallOutcome } from "./call-tool.ts";

/** A workspace in a temporary folder. */
export type TemporaryWorkspace = {
  /** Absolute path, without links. */
  readonly root: string;
  /** Writes files, by path relative to the root. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  open(profile?: string): Promise<Board>;
  /** Calls a tool of the workspace, as `callTool` does. */
  call(tool: string, args?: unknown, options?: Omit<CallOptions, "from">): Promise<CallOutcome>;
  /** Removes the folder. */
  remove(): Promise<void>;
};

const AGENT = "---\ntitle: Default\n---\nYou are a helpful agent.\n";

/**
 * Makes a workspace of files; `agents/default/agent.md` is added unless it is among them. Remove it when the test is done.
 *
 * @param files - content by path, relative, with `/`
 *
 * @example
 * const workspace = await makeWorkspace({ "tools/hello.ts": source });
 * const { result } = await workspace.call("hello", { name: "Ada" });
 * await workspace.remove();
 */
export async function makeWorkspace(
  files: Readonly<Record<string, string>> = {},
): Promise<TemporaryWorkspace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "pegboard-")));
  const workspace: TemporaryWorkspace = {
    root,
    async write(more) {
      for (const [file, content] of Object.entries(more)) {
        const path = join(root, file);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, content);
      }
    },
    open: (profile) => openBoard({ root, profile }),
    call: (tool, args, options = {}) => callTool(tool, args, { ...options, from: root }),
    remove: () => rm(root, { recursive: true, force: true }),
  };
  await workspace.write({ "agents/default/agent.md": AGENT, ...files });
  return workspace;
}
