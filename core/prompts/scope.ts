import { Passage } from "./segments.ts";
import type { Segment } from "./segments.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** Variables in force for one prompt, the strongest first. */
export type Scope = readonly Variables[];

export type FoundValue =
  | { readonly kind: "value"; readonly value: unknown }
  /** The name is known and has no such part: false in a condition, and no mistake there. */
  | { readonly kind: "no-part" }
  | { readonly kind: "unknown" };

/** Finds `name` or `name.part`. Only own properties count: a name never reaches a prototype. */
export function lookUp(scope: Scope, path: readonly string[]): FoundValue {
  const [root, ...parts] = path;
  const variables =
    root === undefined ? undefined : scope.find((each) => Object.hasOwn(each, root));
  if (root === undefined || !variables) return { kind: "unknown" };
  let value = variables[root];
  for (const part of parts) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) {
      return { kind: "no-part" };
    }
    value = Reflect.get(value, part);
  }
  return { kind: "value", value };
}

/**
 * A value as it stands in the prompt: text as it is, nothing for null, JSON for anything else.
 *
 * @param file - the file that holds the placeholder
 * @returns the text, or null for what can not be written (a function, a circle)
 */
export function toSegments(value: unknown, file: string): readonly Segment[] | null {
  if (value instanceof Passage) return value.segments;
  if (typeof value === "string") return [{ file, text: value }];
  if (value === null || value === undefined) return [];
  try {
    const text: unknown = JSON.stringify(value);
    return typeof text === "string" ? [{ file, text }] : null;
  } catch {
    return null;
  }
}
