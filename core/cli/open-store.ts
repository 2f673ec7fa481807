import { existsSync } from "node:fs";
import type { BindStore } from "../dispatch/options.ts";
import type { Store, StoreOptions } from "../store/store.ts";

/** A store, and what tools may reach of it. */
export type WorkspaceStore = Store & { readonly toolStore: BindStore };

/**
 * The store of a workspace: `PEGBOARD_DATABASE_URL`, or the embedded database in `usr/data/`. Its database is opened when
 * something first needs it.
 */
export async function openWorkspaceStore(
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<WorkspaceStore> {
  return open({ root, url: urlIn(env) });
}

/** A store of which nothing stays: it is in memory, and the workspace's own is not touched. */
export async function openThrowawayStore(): Promise<WorkspaceStore> {
  return open({ root: null });
}

async function open(options: StoreOptions): Promise<WorkspaceStore> {
  const { openStore } = await import("../store/store.ts");
  const { toolStore } = await import("../store/tool-store.ts");
  const store = openStore(options);
  return { ...store, toolStore: toolStore(store) };
}

/** The same for a command that only reads: null where nothing was ever kept, so that reading makes no database. */
export async function storeToRead(
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<WorkspaceStore | null> {
  const { databaseFile } = await import("../store/store.ts");
  if (urlIn(env) === undefined && !existsSync(databaseFile(root))) return null;
  return openWorkspaceStore(root, env);
}

function urlIn(env: NodeJS.ProcessEnv): string | undefined {
  const url = env["PEGBOARD_DATABASE_URL"];
  return url === "" ? undefined : url;
}
