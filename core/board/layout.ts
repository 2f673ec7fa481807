import { profileSources } from "./agent-files.ts";
import { ASSET_KINDS, indexAssets } from "./asset-index.ts";
import type { Assets } from "./asset-index.ts";
import type { Layer, Plugin } from "./board.ts";
import { checkSelection } from "./check-selection.ts";
import { Findings } from "./findings.ts";
import { deepFreeze } from "./freeze.ts";
import { baseTrees, ladder, within } from "./layers.ts";
import type { PluginPlace, Rung, Trees } from "./layers.ts";
import type { Memory } from "./manifest/memory.ts";
import { fragmentName, pairTools } from "./pair.ts";
import type { PairedTool } from "./pair.ts";
import { findPlugins } from "./plugins.ts";
import type { Profile } from "./profile.ts";
import { readProfile } from "./read-profile.ts";
import { reportRefused } from "./report-refused.ts";
import { scanExtensions, scanPrompts, scanSkills, scanTools } from "./scan.ts";
import type { FoundExtension, FoundTool } from "./scan.ts";
import { offText } from "./tool-entries.ts";
import { readTree } from "./tree.ts";
import type { Base } from "./tree.ts";

/** Where everything is, and who wins: all that follows from names, and from what profiles and plugins say. */
export type Layout = {
  readonly profile: Profile;
  readonly layers: readonly Layer[];
  readonly plugins: readonly Plugin[];
  readonly pairs: readonly PairedTool[];
  /** Highest first. */
  readonly extensions: readonly FoundExtension[];
  readonly assets: Assets;
  readonly findings: Findings;
};

/** A layout, and what it was made of. */
export type KnownLayout = {
  readonly layout: Layout;
  readonly trees: Trees;
  /** What the files of profiles and plugins said. */
  readonly texts: Memory["textsUsed"];
};

export type LayoutOptions = {
  readonly bases: readonly Base[];
  readonly memory: Memory;
  /** Makes an absolute path one that people read. */
  readonly relative: (file: string) => string;
  /** By profile: those that were made before in this process. */
  readonly layouts: Map<string, KnownLayout>;
};

/**
 * Finds out where everything is for a profile. Where no file came or went, and no profile or plugin says something else,
 * it is as it was before.
 *
 * @throws ProfileError for a profile that can not be read, or that lists a tool which no plugin provides
 */
export async function layOut(wanted: string, options: LayoutOptions): Promise<Layout> {
  const { bases, memory, layouts } = options;
  const trees = await readTrees(bases, memory);
  const known = layouts.get(wanted);
  if (known && isCurrent(known, trees, memory)) return known.layout;
  const layout = await makeLayout(wanted, trees, options);
  if (memory.isWhole) layouts.set(wanted, { layout, trees, texts: memory.textsUsed });
  else layouts.delete(wanted);
  return layout;
}

function isCurrent({ trees, texts }: KnownLayout, now: Trees, memory: Memory): boolean {
  return (
    trees.workspace === now.workspace &&
    trees.bundled === now.bundled &&
    [...texts].every(([file, data]) => data !== null && memory.text(file)?.data === data)
  );
}

async function makeLayout(
  wanted: string,
  trees: Trees,
  { memory, relative }: LayoutOptions,
): Promise<Layout> {
  const findings = new Findings(relative);
  for (const tree of baseTrees(trees)) reportRefused(tree, findings);

  const plugins = await findPlugins(trees, wanted, memory, findings);
  const on = plugins.filter(({ plugin }) => plugin.enabled);
  const sources = profileSources(trees, on);
  const profile = await readProfile(wanted, sources, memory);
  const rungs = ladder(trees, [profile.name, ...profile.extends], on);

  const tools = rungs.flatMap((rung) => scanTools(rung, findings));
  const extensions = rungs.flatMap((rung) => scanExtensions(rung, findings));
  const prompts = rungs.flatMap((rung) => scanPrompts(rung, findings));
  const skills = rungs.flatMap((rung) => scanSkills(rung, findings));
  const assets = indexAssets({ tools, extensions, prompts, skills });

  const fragmentOf = (tool: string) => assets.find("prompts", fragmentName(tool))[0];
  const pairs = pairTools(tools, scanOff(plugins, findings), fragmentOf, findings);
  await checkSelection(profile, pairs, sources, findings);
  return {
    profile: deepFreeze(profile),
    layers: deepFreeze(rungs.filter(exists).map((rung) => rung.layer)),
    plugins: deepFreeze(plugins.map((place) => place.plugin)),
    pairs,
    extensions,
    assets,
    findings,
  };
}

async function readTrees(bases: readonly Base[], memory: Memory): Promise<Trees> {
  const [workspace, bundled = null] = await Promise.all(
    bases.map((base) => readTree(base, memory)),
  );
  if (!workspace) throw new TypeError("a board needs a workspace");
  return { workspace, bundled };
}

/** What plugins that are off would bring: each file is told to be ignored for that reason, and the tools keep their names. */
function scanOff(plugins: readonly PluginPlace[], findings: Findings): FoundTool[] {
  return plugins
    .filter(({ plugin }) => !plugin.enabled)
    .flatMap((place) => {
      const rung = within(place.plugin.origin === "user" ? "user-plugin" : "plugin", place);
      const tools = scanTools(rung, findings);
      const others = [scanExtensions, scanPrompts, scanSkills].flatMap((scan) =>
        scan(rung, findings),
      );
      for (const { file } of [...tools, ...others]) findings.ignore(file, offText(place.plugin));
      return tools;
    });
}

/** The base itself is a layer always; another is one when something lies in its folder. */
function exists({ tree, path }: Rung): boolean {
  const folders = [path, ...ASSET_KINDS.map((kind) => `${path}/${kind}`)];
  return path === "" || folders.some((folder) => tree.folders.has(folder));
}
