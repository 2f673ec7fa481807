import { profileSources } from "./agent-files.ts";
import { ASSET_KINDS, indexAssets } from "./asset-index.ts";
import type { Board } from "./board.ts";
import { checkSelection } from "./check-selection.ts";
import { makeExtensions } from "./extensions.ts";
import { Findings } from "./findings.ts";
import { deepFreeze } from "./freeze.ts";
import { baseTrees, ladder, within } from "./layers.ts";
import type { PluginPlace, Rung, Trees } from "./layers.ts";
import type { LazyToolOptions } from "./lazy-tool.ts";
import type { Memory } from "./manifest/memory.ts";
import { fragmentName, pairTools } from "./pair.ts";
import { findPlugins } from "./plugins.ts";
import { readProfile } from "./read-profile.ts";
import { reportRefused } from "./report-refused.ts";
import { scanExtensions, scanPrompts, scanSkills, scanTools } from "./scan.ts";
import type { FoundTool } from "./scan.ts";
import { makeEntries, offText } from "./tool-entries.ts";
import { readTree } from "./tree.ts";
import type { Base } from "./tree.ts";

/** What boards of one workspace have in common. */
export type Ground = LazyToolOptions & {
  /** The workspace, and below it the package, unless the one is the other. */
  readonly bases: readonly [Base, ...Base[]];
  /** What is known from before; read when it is first asked for. */
  readonly memory: () => Memory;
  /** Saves what is remembered. */
  readonly save: () => Promise<void>;
};

/**
 * Takes a snapshot of a workspace for one profile, as it is now. What is known from before and has not changed is neither
 * read nor imported.
 *
 * @throws ProfileError for a profile that can not be read, or that lists a tool which no plugin provides
 */
export async function takeSnapshot(wanted: string, ground: Ground): Promise<Board> {
  const { bases, loader } = ground;
  const memory = ground.memory();
  memory.look();
  loader.forgetChanged((path, seen) => memory.isUnchanged(path, seen));
  const findings = new Findings(ground.relative);
  const trees = await readTrees(bases, memory);
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

  const entries = await makeEntries(pairs, { profile, findings, ground });
  const byPoint = await makeExtensions(extensions, { loader, memory, findings });

  return deepFreeze<Board>({
    root: bases[0].dir,
    profile,
    layers: rungs.filter(exists).map((rung) => rung.layer),
    plugins: plugins.map((place) => place.plugin),
    tools: entries,
    extensions: byPoint,
    ignored: findings.ignored(),
    diagnostics: findings.diagnostics(),
    ...assets,
    relative: ground.relative,
  });
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
