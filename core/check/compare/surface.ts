import type { CheckContext } from "../context.ts";
import { lineOfArgument, lineOfDefinition, lineOfKey } from "../documents/source.ts";
import { LOCK_FILE } from "../lock/lock-file.ts";
import { changesOf } from "../lock/changes.ts";
import type { Change } from "../lock/changes.ts";
import type { Finding } from "../rule.ts";

/** With `--frozen`: what changed without the lock, of one kind, each where it can be seen. */
export function surfaceChanges(context: CheckContext, kind: Change["kind"]): Finding[] {
  const { lock, frozen, surface, unreadable } = context;
  if (!frozen || lock.kind !== "read") return [];
  return changesOf(lock.surface, surface, unreadable)
    .filter((change) => change.kind === kind)
    .map((change) => ({
      message: `${change.text} (${kind})`,
      ...placeOf(change, context, lock.text),
      hint: "If it is meant: `npx pegboard check --update`, and commit the lock with the change.",
    }));
}

function placeOf(
  change: Change,
  { tools }: CheckContext,
  lockText: string,
): Pick<Finding, "file" | "line"> {
  if (change.at.kind === "fragment") return { file: change.at.file, line: 1 };
  const tool = tools.find(({ entry }) => entry.id === change.id);
  if (!tool || change.at.kind === "lock") {
    const line = lockText.split("\n").findIndex((row) => row.includes(`"${change.id}"`)) + 1;
    return { file: LOCK_FILE, line: line === 0 ? 1 : line };
  }
  const { file, source } = tool;
  switch (change.at.kind) {
    case "tool":
      return { file, line: lineOfDefinition(source) };
    case "key":
      return { file, line: lineOfKey(source, change.at.key, change.at.method) };
    case "argument":
      return { file, line: lineOfArgument(source, change.at.method, change.at.path) };
  }
}
