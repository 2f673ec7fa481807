import { join } from "node:path";
import type { AgentStore } from "../agent/store.ts";
import { storedApprovals } from "./approvals.ts";
import type { StoredApprovals } from "./approvals.ts";
import { conversations } from "./conversations.ts";
import type { Engine } from "./engine.ts";
import { memoryEntries } from "./memory.ts";
import type { MemoryEntries } from "./memory.ts";
import { sessions } from "./sessions.ts";
import type { Sessions } from "./sessions.ts";

export type StoreOptions = {
  /**
   * Absolute path of the workspace; the embedded database lies in its `usr/data/`. Null keeps all in memory until the
   * store is closed.
   */
  readonly root: string | null;
  /** A PostgreSQL connection URL, instead of the embedded database. */
  readonly url?: string | undefined;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
};

/** What outlives a process. */
export type Store = {
  readonly conversations: AgentStore;
  readonly sessions: Sessions;
  readonly memory: MemoryEntries;
  readonly approvals: StoredApprovals;
  /** The database itself, for tools that look after it. */
  engine(): Promise<Engine>;
  close(): Promise<void>;
};

/** Where the embedded database of a workspace is. */
export function databaseFile(root: string): string {
  return join(root, "usr", "data", "pegboard.db");
}

/**
 * A store that opens its database when something first needs it: having one costs nothing. Several processes may use the
 * same at once.
 *
 * @param options - see {@link StoreOptions}
 * @returns the store; its methods reject with a `StoreError` when the database can not be opened
 */
export function openStore({ root, url, now = Date.now }: StoreOptions): Store {
  let opening: Promise<Engine> | undefined;
  const open = (): Promise<Engine> => {
    opening ??= openEngine(root, url).catch((error: unknown) => {
      // The next use tries again: a server may have come up meanwhile.
      opening = undefined;
      throw new StoreError(
        `the store ${url !== undefined ? withoutPassword(url) : root === null ? "in memory" : databaseFile(root)} can not be opened: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    });
    return opening;
  };
  return {
    conversations: conversations(open, now),
    sessions: sessions(open),
    memory: memoryEntries(open, now),
    approvals: storedApprovals(open, now),
    engine: open,
    async close() {
      const engine = await opening?.catch(() => undefined);
      opening = undefined;
      await engine?.close();
    },
  };
}

/** The database can not be reached, or is not one that this version can use. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly hint =
    "The embedded database is in usr/data/ of the workspace; PEGBOARD_DATABASE_URL names a PostgreSQL server instead.";
}

async function openEngine(root: string | null, url: string | undefined): Promise<Engine> {
  const engine =
    url === undefined
      ? await (await import("./sqlite.ts")).openSqlite(root === null ? null : databaseFile(root))
      : (await import("./postgres.ts")).openPostgres(url);
  try {
    await (await import("./migrate.ts")).migrate(engine);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function withoutPassword(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return "of PEGBOARD_DATABASE_URL";
  }
}
