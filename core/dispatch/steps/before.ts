import type { Risk } from "../../contract/index.ts";
import type { ExtensionEntry } from "../../board/board.ts";
import type { CallFacts } from "../events.ts";
import type { Extensions } from "../extensions.ts";
import { thrownText } from "../wording.ts";
import { type Ended, ended } from "./ended.ts";

export type Before =
  | { readonly kind: "unchanged" }
  /** To be validated and judged again. */
  | { readonly kind: "changed"; readonly args: unknown }
  | Ended;

const UNCHANGED: Before = { kind: "unchanged" };

/**
 * Runs the `tool_execute_before` extensions in order; each sees the arguments as the ones before it left them, as a copy
 * of its own: only what it gives back counts. One that throws, or gives back what can not be understood, refuses the
 * call, because it may have been about to.
 */
export function runBefore(
  extensions: Extensions,
  facts: CallFacts,
  args: unknown,
  risk: Risk,
): Before | Promise<Before> {
  const entries = extensions.at("tool_execute_before");
  return entries.length === 0 ? UNCHANGED : runAll(extensions, entries, facts, args, risk);
}

async function runAll(
  extensions: Extensions,
  entries: readonly ExtensionEntry[],
  facts: CallFacts,
  args: unknown,
  risk: Risk,
): Promise<Before> {
  const call = { id: facts.call, tool: facts.tool, method: facts.method };
  let current: Before = UNCHANGED;
  for (const entry of entries) {
    const event = {
      call,
      risk,
      args: structuredClone(current.kind === "changed" ? current.args : args),
    };
    const handled = await extensions.one("tool_execute_before", entry, event);
    if (handled.kind === "threw") return refusedByFault(entry, thrownText(handled.error));
    const { change } = handled;
    if (change === undefined || change === null) continue;
    if (typeof change !== "object") {
      extensions.report(entry, "gave back what can not be used there; it was ignored");
    } else if ("refuse" in change) {
      return ended(
        "denied",
        `The extension ${entry.name} refused the call: ${reasonOf(change.refuse)}`,
      );
    } else if ("args" in change) {
      current = { kind: "changed", args: change.args };
    } else {
      return refusedByFault(entry, "it gave back neither `args` nor `refuse`");
    }
  }
  return current;
}

function reasonOf(refuse: unknown): string {
  return typeof refuse === "string" && refuse !== "" ? refuse : "no reason given";
}

function refusedByFault(entry: ExtensionEntry, fault: string): Ended {
  return ended(
    "denied",
    `The extension ${entry.name}, which checks calls before they run, failed (${fault}). The tool did not run.`,
  );
}
