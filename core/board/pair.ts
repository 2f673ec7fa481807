import type { Asset, Layer, Plugin } from "./board.ts";
import type { Findings } from "./findings.ts";
import { sharesRung } from "./layers.ts";
import type { FoundTool } from "./scan.ts";

/** A name with the file that won it and all that belongs to it. Plain data; nothing has been imported. */
export type PairedTool = {
  readonly name: string;
  /** `local:<tool>`, `plugin:<plugin>:<tool>` or `profile:<profile>:<tool>`. */
  readonly id: string;
  /** Absolute paths, here and below. */
  readonly file: string;
  readonly layer: Layer;
  /** The fragment that wins, wherever in the ladder it is. */
  readonly prompt: string | null;
  readonly dox: string | null;
  /** The files that it overrides, the highest first. */
  readonly shadows: readonly string[];
  /** Why the name must stay unavailable although there is a file that could be loaded, or null. */
  readonly held: string | null;
  /** The plugin that is off and with which the name would be there, or null. */
  readonly off: Plugin | null;
};

/**
 * Gives each name its file, its fragment and its contract.
 *
 * @param found - the tools of the ladder, highest first
 * @param off - the tools of plugins that are off; they have their names only where nobody else does
 * @param fragmentOf - finds the fragment of a tool through the ladder
 * @returns sorted by name in code units
 */
export function pairTools(
  found: readonly FoundTool[],
  off: readonly FoundTool[],
  fragmentOf: (tool: string) => Asset | undefined,
  findings: Findings,
): PairedTool[] {
  const claims = new Map<string, FoundTool[]>();
  for (const tool of found) {
    const others = claims.get(tool.tool) ?? [];
    const rival = others.find((other) => sharesRung(other.layer, tool.layer));
    if (rival) reportRival(rival, tool, findings);
    else claims.set(tool.tool, [...others, tool]);
  }
  const pairs: PairedTool[] = [];
  for (const [name, [winner, ...rest]] of claims) {
    // A file that is not opened and stands above nothing is merely not there.
    if (!winner || (winner.refused !== null && rest.length === 0)) continue;
    pairs.push(pairOf(name, winner, rest, fragmentOf(name), null));
  }
  const names = new Set(pairs.map((pair) => pair.name));
  for (const tool of off) {
    if (names.has(tool.tool) || tool.refused !== null) continue;
    names.add(tool.tool);
    pairs.push(pairOf(tool.tool, tool, [], fragmentOf(tool.tool), tool.layer.plugin));
  }
  return pairs.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The name of the file that holds a tool's fragment. */
export function fragmentName(tool: string): string {
  return `agent.system.tool.${tool}.md`;
}

function pairOf(
  name: string,
  { file, layer, dox, refused, broken }: FoundTool,
  shadowed: readonly FoundTool[],
  fragment: Asset | undefined,
  off: Plugin | null,
): PairedTool {
  return {
    name,
    id: `${ownerOf(layer)}:${name}`,
    file,
    layer,
    prompt: fragment?.file ?? null,
    dox,
    shadows: shadowed.map((tool) => tool.file),
    held: refused ?? broken,
    off,
  };
}

function ownerOf({ plugin, profile }: Layer): string {
  if (profile !== null) return `profile:${profile}`;
  return plugin ? `plugin:${plugin.name}` : "local";
}

function reportRival(first: FoundTool, later: FoundTool, findings: Findings): void {
  const [kept, rejected] = [first, later].map((tool) => findings.relative(tool.file));
  findings.error({
    code: "tool/duplicate-name",
    message: `${rejected} is rejected: ${kept} is called ${first.tool} too, and neither overrides the other`,
    file: later.file,
    hint: "Rename one of them, or put the one that is to win into a higher layer.",
  });
}
