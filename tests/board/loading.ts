import { createLoader } from "../../core/board/load.ts";
import type { LoadOutcome, Loader } from "../../core/board/load.ts";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";

export function loaderOf(workspace: TestWorkspace, loadTimeoutMs = 5000): Loader {
  return createLoader({ roots: [workspace.root], loadTimeoutMs });
}

/** What a file exports as default; throws when it can not be loaded. */
export async function defaultOf(loader: Loader, file: string): Promise<unknown> {
  const outcome = await loader.load(file);
  if (outcome.kind === "failed") throw new Error(JSON.stringify(outcome));
  return outcome.exports.get("default");
}

/** A file by itself, loaded as `tools/x.ts`. */
export function loadSource(source: string, loadTimeoutMs?: number): Promise<LoadOutcome> {
  const workspace = makeWorkspace({ "tools/x.ts": source });
  return loaderOf(workspace, loadTimeoutMs).load(workspace.path("tools/x.ts"));
}
