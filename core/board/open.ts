import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { profileSources } from "./agent-files.ts";
import { ASSET_KINDS, indexAssets } from "./asset-index.ts";
import type { Board } from "./board.ts";
import { checkSelection } from "./check-selection.ts";
import { loadExtensions } from "./extensions.ts";
import { Findings } from "./findings.ts";
import { deepFreeze } from "./freeze.ts";
import { baseTrees, ladder, within } from "./layers.ts";
import type { PluginPlace, Rung, Trees } from "./layers.ts";
import { createLoader } from "./load.ts";
import type { Loader } from "./load.ts";
import { Memory } from "./manifest/memory.ts";
import { findPackageRoot } from "./package-root.ts";
import { fragmentName, pairTools } from "./pair.ts";
import { findPlugins } from "./plugins.ts";
import { DEFAULT_PROFILE } from "./profile.ts";
import { readProfile } from "./read-profile.ts";
import { reportRefused } from "./report-refused.ts";
import { scanExtensions, scanPrompts, scanSkills, scanTools } from "./scan.ts";
import type { FoundTool } from "./scan.ts";
import { makeEntries, offText } from "./tool-entries.ts";
import { readTree } from "./tree.ts";
import type { Base } from "./tree.ts";
import { findWorkspace } from "./workspace.ts";
import type { WorkspaceQuery } from "./workspace.ts";

export type OpenBoardOptions = WorkspaceQuery & {
  /** Default: `default`. */
  readonly profile?: string | undefined;
  /** How long one file may take to import, in milliseconds. Default: 10,000. */
  readonly loadTimeoutMs?: number | undefined;
  /** The package whose own folders are the lowest layers; null for none. Default: the one that this code belongs to. */
  readonly packageRoot?: string | null | undefined;
  /** A loader that was used before, so that what has not changed is not imported again. Default: a new one. */
  readonly loader?: Loader | undefined;
};

/**
 * Takes a snapshot of a workspace for one profile: finds every asset, imports every tool and extension.
 *
 * A file that can not be used is reported and never keeps the board from opening.
 *
 * @throws WorkspaceError where there is no workspace
 * @throws ProfileError for a profile that can not be read, or that lists a tool which no plugin provides
 *
 * @example
 * const board = await openBoard({ cwd: process.cwd() });
 * for (const tool of board.tools) console.log(tool.name, tool.status);
 */
export async function openBoard(options: OpenBoardOptions = {}): Promise<Board> {
  const { profile: wanted = DEFAULT_PROFILE } = options;
  const root = await findWorkspace(options);
  const bases = await findBases(root, options.packageRoot);
  const findings = new Findings(bases);
  const memory = new Memory();
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

  const loader =
    options.loader ??
    createLoader({
      roots: bases.map((base) => base.dir),
      ...(options.loadTimeoutMs === undefined ? {} : { loadTimeoutMs: options.loadTimeoutMs }),
    });
  const entries = await makeEntries(pairs, profile, loader, findings);
  const byPoint = await loadExtensions(extensions, loader, findings);

  return deepFreeze<Board>({
    root,
    profile,
    layers: rungs.filter(exists).map((rung) => rung.layer),
    plugins: plugins.map((place) => place.plugin),
    tools: entries,
    extensions: byPoint,
    ignored: findings.ignored(),
    diagnostics: findings.diagnostics(),
    ...assets,
    relative: (file) => findings.relative(file),
  });
}

/** The workspace, and below it the package, unless the one is the other. */
async function findBases(root: string, packageRoot: string | null | undefined): Promise<Base[]> {
  const workspace = { dir: root, real: await realpath(root), bundled: false };
  const dir = packageRoot === undefined ? findPackageRoot() : packageRoot && resolve(packageRoot);
  if (dir === null || dir === "") return [workspace];
  const real = await realpath(dir);
  return real === workspace.real ? [workspace] : [workspace, { dir, real, bundled: true }];
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
