import { isName } from "./asset-name.ts";
import { AGENT_FILE } from "./places.ts";
import type { ProfileSources } from "./read-profile.ts";
import { ladder } from "./layers.ts";
import type { PluginPlace, Trees } from "./layers.ts";
import { childrenOf, fileOf } from "./tree.ts";
import type { Tree } from "./tree.ts";

/**
 * Where the `agent.md` files of profiles lie: in the folders that the ladder has for a profile.
 *
 * @param plugins - those that are on
 */
export function profileSources(trees: Trees, plugins: readonly PluginPlace[]): ProfileSources {
  return {
    filesOf: (profile) =>
      ladder(trees, [profile], plugins)
        .filter(({ layer }) => layer.profile !== null)
        .flatMap(({ tree, path }) => agentFile(tree, path) ?? []),
    names() {
      const { workspace, bundled } = trees;
      const parents: [Tree, string][] = [
        [workspace, "usr/agents"],
        [workspace, "agents"],
        ...(bundled ? [[bundled, "agents"] satisfies [Tree, string]] : []),
        ...plugins.map(({ tree, path }): [Tree, string] => [tree, `${path}/agents`]),
      ];
      return new Set(parents.flatMap(([tree, parent]) => profilesIn(tree, parent)));
    },
  };
}

function profilesIn(tree: Tree, parent: string): string[] {
  const prefix = `${parent}/`;
  return [...tree.folders.keys()]
    .filter((folder) => folder.startsWith(prefix))
    .map((folder) => folder.slice(prefix.length))
    .filter((name) => isName(name) && agentFile(tree, prefix + name) !== null);
}

function agentFile(tree: Tree, folder: string): string | null {
  const entry = childrenOf(tree, folder).find(
    ({ name, kind }) => name === AGENT_FILE && kind === "file",
  );
  return entry ? fileOf(tree, entry.path) : null;
}
