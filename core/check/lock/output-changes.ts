import type { LockedArgument, LockedFields } from "./surface.ts";
import { boundChanges, loosened, widened } from "./wider.ts";
import type { Said } from "./wider.ts";

/**
 * What became of a structured result. It is read where arguments are written, so breaking is what lets more come than
 * before, or less be relied on.
 */
export function outputChanges(
  then: LockedFields | undefined,
  now: LockedFields | undefined,
): Said[] {
  if (then === undefined || now === undefined) {
    if (then === now) return [];
    return now === undefined
      ? [{ kind: "breaking", text: "its output schema was removed" }]
      : [{ kind: "compatible", text: "its output schema is new" }];
  }
  const said: Said[] = [];
  for (const [path, field] of Object.entries(now)) {
    const old = then[path];
    const changes = old
      ? fieldChanges(old, field)
      : [{ kind: "compatible", text: "is new" } as const];
    for (const { kind, text } of changes) said.push({ kind, text: `output \`${path}\` ${text}` });
  }
  for (const path of Object.keys(then)) {
    if (!now[path]) said.push({ kind: "breaking", text: `output \`${path}\` was removed` });
  }
  return said;
}

function fieldChanges(then: LockedArgument, now: LockedArgument): Said[] {
  const said: Said[] = [];
  if (then.type !== now.type) {
    const kind = widened(now.type, then.type) ? "compatible" : "breaking";
    said.push({ kind, text: `type ${then.type} → ${now.type}` });
  }
  if (then.required !== now.required) {
    said.push(
      now.required
        ? { kind: "compatible", text: "is always there now" }
        : { kind: "breaking", text: "is not always there any more" },
    );
  }
  const isNarrower = (keyword: string, old: unknown, current: unknown): boolean =>
    loosened(keyword, current, old);
  said.push(...boundChanges(then.limits, now.limits, isNarrower));
  if (then.description !== now.description) {
    said.push({ kind: "compatible", text: "has another description" });
  }
  return said;
}
