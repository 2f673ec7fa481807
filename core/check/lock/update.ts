import { join } from "node:path";
import { writeAtomic } from "../fix/write-atomic.ts";
import { readContext } from "../read/read-context.ts";
import type { ReadOptions } from "../read/read-context.ts";
import type { CheckContext } from "../context.ts";
import { changesOf } from "./changes.ts";
import type { Change } from "./changes.ts";
import { LOCK_FILE, writeLock } from "./lock-file.ts";
import type { LockedTool, Surface } from "./surface.ts";

export type LockUpdate = {
  readonly written: boolean;
  /** What changed since the lock before; everything is new where there was none. */
  readonly changes: readonly Change[];
};

/**
 * Writes `pegboard.lock.json` from what is there now. Of tools that can not be read now, what the lock had stays.
 *
 * @throws WorkspaceError, ProfileError
 */
export async function updateLock(options: ReadOptions): Promise<LockUpdate> {
  // The lock is the whole workspace's, whatever profile somebody looks at.
  const context = await readContext({ ...options, profile: undefined, run: false });
  const before = context.lock.kind === "read" ? context.lock.surface : {};
  const after = keepUnreadable(before, context);
  const text = writeLock(after);
  const written = context.lock.kind !== "read" || context.lock.text !== text;
  if (written) await writeAtomic(join(options.root, LOCK_FILE), text);
  return { written, changes: changesOf(before, after, context.unreadable) };
}

function keepUnreadable(before: Surface, { surface, unreadable }: CheckContext): Surface {
  const kept: Record<string, LockedTool> = {};
  for (const [id, tool] of Object.entries(before)) if (unreadable.has(tool.name)) kept[id] = tool;
  return { ...kept, ...surface };
}
