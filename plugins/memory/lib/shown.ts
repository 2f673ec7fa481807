import { createHash } from "node:crypto";
import { findOrder } from "./orders.ts";

/** By what an entry that is withheld can be named. */
export function handleOf(text: string): string {
  return `withheld-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}

/** An entry as the model may see it: as it is, or as a placeholder for what reads like an order. */
export function shownEntry(text: string): string {
  const why = findOrder(text);
  return why === null
    ? text
    : `[${handleOf(text)}: an entry that is not shown, because ${why}. It can be removed by this name.]`;
}

/** Entries as a list in which none can look like two: further lines of an entry are indented. */
export function shownList(texts: readonly string[]): string {
  return texts.map((text) => `- ${shownEntry(text).replaceAll("\n", "\n  ")}`).join("\n");
}
