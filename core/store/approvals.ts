import { memoryApprovals } from "../dispatch/approve/store.ts";
import type { ApprovalStore } from "../dispatch/approve/store.ts";
import type { ApprovalRequest } from "../dispatch/host.ts";
import type { Engine } from "./engine.ts";

export type OpenApproval = {
  readonly request: ApprovalRequest;
  /** Milliseconds since the epoch. */
  readonly opened_at: number;
};

/** Approvals that outlive the process, so that what was open when it died can be listed and answered. */
export interface StoredApprovals extends ApprovalStore {
  /** Those that are open, oldest first. */
  list(): Promise<readonly OpenApproval[]>;
}

/** What was allowed "for this session" is not kept: after a restart the person is asked again. */
export function storedApprovals(open: () => Promise<Engine>, now: () => number): StoredApprovals {
  const { isAllowed, allow } = memoryApprovals();
  return {
    isAllowed,
    allow,
    async opened(request) {
      const { db } = await open();
      await db
        .insertInto("approvals")
        .values({
          id: request.id,
          session: request.asker.session,
          request: JSON.stringify(request),
          opened_at: now(),
        })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },
    async settled(id) {
      const { db } = await open();
      await db.deleteFrom("approvals").where("id", "=", id).execute();
    },
    async list() {
      const { db } = await open();
      const rows = await db
        .selectFrom("approvals")
        .select(["request", "opened_at"])
        .orderBy("opened_at")
        .orderBy("id")
        .execute();
      // Only `opened` writes this column.
      return rows.map((row) => ({
        request: JSON.parse(row.request) as ApprovalRequest,
        opened_at: row.opened_at,
      }));
    },
  };
}
