import { readType } from "../documents/type-words.ts";
import type { LockedArgument } from "./surface.ts";

/** What became of one thing, and whether somebody who relied on it still can. */
export type Said = { readonly kind: "breaking" | "compatible"; readonly text: string };

/** Whether every value that the old type took is still taken. */
export function widened(then: string, now: string): boolean {
  const [old, current] = [membersOf(then), membersOf(now)];
  if (current.includes("any")) return true;
  return old.every(
    (member) =>
      current.includes(member) ||
      (current.includes("number") && (member === "integer" || /^-?\d/.test(member))) ||
      (current.includes("string") && member.startsWith('"')) ||
      (current.includes("boolean") && (member === "true" || member === "false")) ||
      (current.includes("array") && member.startsWith("array of")),
  );
}

function membersOf(type: string): string[] {
  return (readType(type) ?? type).split(/\|(?![^(]*\))/);
}

const LOWER = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems"]);
const UPPER = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems"]);

/** Whether every value that the old bound let through is still let through. */
export function loosened(keyword: string, then: unknown, now: unknown): boolean {
  if (now === undefined) return true;
  if (typeof then !== "number" || typeof now !== "number") return false;
  if (LOWER.has(keyword)) return now < then;
  return UPPER.has(keyword) && now > then;
}

/**
 * What became of the bounds of one thing.
 *
 * @param isCompatible - whether somebody who relied on the old bound still can
 */
export function boundChanges(
  then: LockedArgument["limits"],
  now: LockedArgument["limits"],
  isCompatible: (keyword: string, then: unknown, now: unknown) => boolean,
): Said[] {
  const keywords = new Set([...Object.keys(then ?? {}), ...Object.keys(now ?? {})]);
  return [...keywords].flatMap((keyword) => {
    const [old, current] = [then?.[keyword], now?.[keyword]];
    if (JSON.stringify(old) === JSON.stringify(current)) return [];
    const kind = isCompatible(keyword, old, current) ? "compatible" : "breaking";
    return [{ kind, text: `${keyword} ${shown(old)} → ${shown(current)}` }];
  });
}

export function shown(value: unknown): string {
  return value === undefined ? "none" : JSON.stringify(value);
}
