import { writtenName } from "../documents/arguments.ts";
import { outputChanges } from "./output-changes.ts";
import { boundChanges, loosened, shown, widened } from "./wider.ts";
import type { Said } from "./wider.ts";
import type { LockedArgument, LockedCallable, LockedTool, Surface } from "./surface.ts";

/** One difference between the lock and what is there, in words. */
export type Change = {
  /** The tool's identity. */
  readonly id: string;
  readonly kind: "breaking" | "compatible";
  readonly text: string;
  /** Where in the tool's file to look. */
  readonly at: ChangePlace;
};

type ChangePlace =
  | { readonly kind: "tool" }
  | { readonly kind: "key"; readonly key: string; readonly method: string | null }
  | { readonly kind: "argument"; readonly path: string; readonly method: string | null }
  | { readonly kind: "fragment"; readonly file: string }
  | { readonly kind: "lock" };

/**
 * What became of the surface that models see, in words. Breaking is what can make a call, a policy or an expectation that
 * held before no longer hold; anything about risk is, in either direction.
 *
 * @param skip - names of tools that can not be read now, so that nothing can be said of them
 */
export function changesOf(before: Surface, after: Surface, skip: ReadonlySet<string>): Change[] {
  const changes: Change[] = [];
  for (const [id, now] of Object.entries(after)) {
    const then = before[id];
    if (then) changes.push(...toolChanges(id, then, now));
    else changes.push(arrival(id, now, before, after));
  }
  for (const [id, then] of Object.entries(before)) {
    if (after[id] || skip.has(then.name) || moved(then, before, after)) continue;
    changes.push({
      id,
      kind: "breaking",
      text: `\`${then.name}\` was removed`,
      at: { kind: "lock" },
    });
  }
  return changes;
}

function moved(then: LockedTool, before: Surface, after: Surface): boolean {
  return Object.entries(after).some(([id, now]) => now.name === then.name && !before[id]);
}

function arrival(id: string, now: LockedTool, before: Surface, after: Surface): Change {
  const from = Object.entries(before).find(([old, then]) => then.name === now.name && !after[old]);
  if (from) {
    const text = `\`${now.name}\` moved: ${from[0]} → ${id}`;
    return { id, kind: "breaking", text, at: { kind: "tool" } };
  }
  return { id, kind: "compatible", text: `\`${now.name}\` is new`, at: { kind: "tool" } };
}

function toolChanges(id: string, then: LockedTool, now: LockedTool): Change[] {
  const changes: Change[] = [];
  const say = (kind: Change["kind"], text: string, at: ChangePlace): void => {
    changes.push({ id, kind, text: `\`${now.name}\`: ${text}`, at });
  };
  for (const key of ["risk", "break_loop"] as const) {
    if (then[key] === now[key]) continue;
    say("breaking", `${key} ${then[key]} → ${now[key]}`, { kind: "key", key, method: null });
  }
  if (then.interactive !== now.interactive) {
    const kind = now.interactive ? "breaking" : "compatible";
    const at: ChangePlace = { kind: "key", key: "interactive", method: null };
    say(kind, `interactive ${then.interactive} → ${now.interactive}`, at);
  }
  for (const [method, callable] of Object.entries(now.callables)) {
    const old = then.callables[method];
    const name = method === "" ? null : method;
    if (old) changes.push(...callableChanges(id, now, name, old, callable));
    else
      say("compatible", `\`${writtenName(now.name, name)}\` is new`, {
        kind: "key",
        key: "description",
        method: name,
      });
  }
  for (const method of Object.keys(then.callables)) {
    if (now.callables[method]) continue;
    const name = method === "" ? null : method;
    say("breaking", `\`${writtenName(now.name, name)}\` was removed`, {
      kind: "key",
      key: "methods",
      method: null,
    });
  }
  if (changes.length === 0 && then.schema !== now.schema) {
    say("compatible", "details of the schema changed", { kind: "key", key: "args", method: null });
  }
  for (const file of new Set([...Object.keys(then.fragments), ...Object.keys(now.fragments)])) {
    const [old, current] = [then.fragments[file], now.fragments[file]];
    if (old === current) continue;
    const what = old === undefined ? "is new" : current === undefined ? "was removed" : "changed";
    const at: ChangePlace = current === undefined ? { kind: "tool" } : { kind: "fragment", file };
    say("compatible", `the fragment ${file} ${what}`, at);
  }
  return changes;
}

function callableChanges(
  id: string,
  tool: LockedTool,
  method: string | null,
  then: LockedCallable,
  now: LockedCallable,
): Change[] {
  const changes: Change[] = [];
  const called = writtenName(tool.name, method);
  const say = (kind: Change["kind"], text: string, at: ChangePlace): void => {
    changes.push({ id, kind, text: `\`${called}\`: ${text}`, at });
  };
  if (method !== null && then.risk !== now.risk) {
    say("breaking", `risk ${then.risk} → ${now.risk}`, { kind: "key", key: "risk", method });
  }
  if (then.description !== now.description) {
    say("compatible", "the description changed", { kind: "key", key: "description", method });
  }
  for (const [path, argument] of Object.entries(now.arguments)) {
    const at: ChangePlace = { kind: "argument", path, method };
    const old = then.arguments[path];
    if (old) {
      for (const { kind, text } of argumentChanges(old, argument))
        say(kind, `\`${path}\` ${text}`, at);
    } else if (argument.required) say("breaking", `\`${path}\` is new and required`, at);
    else say("compatible", `\`${path}\` is new and optional`, at);
  }
  for (const path of Object.keys(then.arguments)) {
    if (now.arguments[path]) continue;
    say("breaking", `\`${path}\` was removed`, { kind: "key", key: "args", method });
  }
  for (const { kind, text } of outputChanges(then.output, now.output))
    say(kind, text, { kind: "key", key: "output", method });
  return changes;
}

function argumentChanges(then: LockedArgument, now: LockedArgument): Said[] {
  const said: Said[] = [];
  if (then.type !== now.type) {
    const kind = widened(then.type, now.type) ? "compatible" : "breaking";
    said.push({ kind, text: `type ${then.type} → ${now.type}` });
  }
  if (then.required !== now.required) {
    said.push(
      now.required
        ? { kind: "breaking", text: "became required" }
        : { kind: "compatible", text: "became optional" },
    );
  }
  if (JSON.stringify(then.default) !== JSON.stringify(now.default)) {
    said.push({
      kind: "compatible",
      text: `default ${shown(then.default)} → ${shown(now.default)}`,
    });
  }
  said.push(...boundChanges(then.limits, now.limits, loosened));
  if (then.description !== now.description) {
    said.push({ kind: "compatible", text: "has another description" });
  }
  return said;
}
