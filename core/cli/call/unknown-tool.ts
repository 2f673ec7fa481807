import type { ToolResult } from "../../contract/index.ts";
import type { Registry } from "../../registry/registry.ts";
import { writtenName } from "../../registry/wire-names.ts";

/** Longer ones are not shown whole: they were typed by mistake. */
const LONGEST = 80;

/**
 * The result of a call that names no callable, in the words for the person who typed it: a result is written for a model,
 * which knows its tools by other names and has been given them. Any other result is as it was.
 *
 * @param name - as it was typed
 */
export function toldToPerson(
  result: ToolResult,
  name: string,
  registry: Pick<Registry, "lookUp">,
): ToolResult {
  const found = registry.lookUp(name);
  if (found.kind !== "unknown" && found.kind !== "needs_method") return result;
  const names = found.suggestions.map((wire) => writtenIn(wire, registry));
  const shown = JSON.stringify(name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name);
  const message =
    found.kind === "needs_method"
      ? `The tool ${shown} has only methods${names.length === 0 ? "." : `: ${names.join(", ")}.`}`
      : `There is no tool ${shown}${names.length === 0 ? "." : `; did you mean ${names.join(", ")}?`}`;
  return { ...result, message };
}

function writtenIn(wire: string, registry: Pick<Registry, "lookUp">): string {
  const found = registry.lookUp(wire);
  return found.kind === "found" ? writtenName(found.entry.name, found.method) : wire;
}
