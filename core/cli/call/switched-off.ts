import type { Board } from "../../board/board.ts";
import type { Registry } from "../../registry/registry.ts";

/**
 * Why a tool that is on the board is none of the profile's, and what to do: to a model it does not exist, to the person who
 * calls it by name it does.
 *
 * @param name - as it was called, with or without a method
 * @returns null for a tool that the profile has, and for one that is nowhere
 */
export function switchedOff(
  name: string,
  { tools, profile, relative }: Pick<Board, "tools" | "profile" | "relative">,
  registry: Pick<Registry, "lookUp">,
): string | null {
  if (registry.lookUp(name).kind !== "unknown") return null;
  const [tool = ""] = name.split(/:|__/, 1);
  const entry = tools.find((known) => known.status === "disabled" && known.name === tool);
  if (!entry) return null;
  const place = entry.file === null ? entry.id : relative(entry.file);
  const todo = entry.plugin?.disabledBy
    ? `Remove ${entry.plugin.disabledBy} to switch its plugin on.`
    : `Add ${tool} to tools: in ${relative(profile.file)}, or call it with another --profile.`;
  return `${tool} is there (${place}) and disabled: ${entry.error ?? "it is switched off"}. ${todo}`;
}
