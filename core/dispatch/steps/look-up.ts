import type { Lookup, Registry } from "../../registry/registry.ts";
import { clip } from "../text.ts";
import { quoted } from "../wording.ts";
import { type Ended, ended } from "./ended.ts";

export type Target = Extract<Lookup, { kind: "found" }>;

const SUGGESTIONS = 5;

/** Finds what a call's name stands for. An unknown name is answered with near ones; it is never mapped to another tool. */
export function lookUp(
  registry: Pick<Registry, "lookUp">,
  name: unknown,
  mask: (text: string) => string,
): Target | Ended {
  if (typeof name !== "string" || name === "") {
    return ended("error", "The call names no tool. Give the name of one of your tools.");
  }
  const found = registry.lookUp(name);
  if (found.kind === "found") return found;
  const shown = quoted(mask(name));
  switch (found.kind) {
    case "unavailable":
      return ended(
        // Of a tool that is in order, only a denied method is unavailable.
        ["denied", "ok"].includes(found.entry.status) ? "denied" : "error",
        `The tool ${shown} can not be called: ${found.reason}`,
      );
    case "needs_method":
      return ended("error", `The tool ${shown} has only methods.${suggest(found.suggestions)}`);
    case "unknown":
      return ended("error", `There is no tool ${shown}.${suggest(found.suggestions)}`);
  }
}

function suggest(names: readonly string[]): string {
  if (names.length === 0) return " Use only the tools you were given.";
  const offered = names.slice(0, SUGGESTIONS).map((name) => clip(name, 80));
  return ` Did you mean ${offered.join(", ")}?`;
}
