import { afterAll, beforeAll, describe } from "vitest";
import { openStore } from "../../core/store/store.ts";
import type { Store } from "../../core/store/store.ts";
import { postgresAvailable, startPostgres } from "../support/postgres.ts";
import type { TestPostgres } from "../support/postgres.ts";
import { makeWorkspace } from "../support/workspace.ts";

export type TestDatabase = {
  /** Opens the same database once more, as another process would. */
  open(now?: () => number): Store;
};

/** Runs the same cases over every database. `database()` makes an empty one. */
export function onEveryEngine(cases: (database: () => Promise<TestDatabase>) => void): void {
  const opened: Store[] = [];
  const track = (store: Store): Store => {
    opened.push(store);
    return store;
  };
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  };

  describe("on SQLite", () => {
    afterAll(closeAll);
    cases(async () => {
      const { root } = makeWorkspace();
      return { open: (now) => track(openStore({ root, ...(now && { now }) })) };
    });
  });

  describe.skipIf(!postgresAvailable)("on PostgreSQL", () => {
    let server: TestPostgres;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterAll(async () => {
      await closeAll();
      await server.stop();
    });
    cases(async () => {
      const { root } = makeWorkspace();
      const url = await server.freshDatabase();
      return { open: (now) => track(openStore({ root, url, ...(now && { now }) })) };
    });
  });
}
