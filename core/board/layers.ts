import type { Layer, LayerKind, Plugin } from "./board.ts";
import { fileOf } from "./tree.ts";
import type { Tree } from "./tree.ts";

/** A layer, with where its files are listed. */
export type Rung = {
  readonly layer: Layer;
  readonly tree: Tree;
  /** The layer's folder in the tree; empty for the base itself. */
  readonly path: string;
  /** Why nothing in it may be used, or null. */
  readonly broken: string | null;
};

/** The listings that a board is made of. */
export type Trees = {
  readonly workspace: Tree;
  /** Null when the workspace is the package itself. */
  readonly bundled: Tree | null;
};

/** A plugin, with where its files are listed. */
export type PluginPlace = {
  readonly plugin: Plugin;
  readonly tree: Tree;
  readonly path: string;
  /** Why nothing of it may be used, or null. */
  readonly broken: string | null;
};

/**
 * The ladder of a profile, highest first (DESIGN, "Layers"): for the profile, and for each that it extends, the user's
 * part, what plugins ship, and its own folder; then the user's folder, the user's plugins, the plugins, the root. What the
 * package brings along comes last, in the same order.
 *
 * @param chain - the profile and those it extends, nearest first
 * @param plugins - those that are to have layers, in name order
 */
export function ladder(
  trees: Trees,
  chain: readonly string[],
  plugins: readonly PluginPlace[],
): Rung[] {
  const { workspace, bundled } = trees;
  const of = (origin: Plugin["origin"]): readonly PluginPlace[] =>
    plugins.filter(({ plugin }) => plugin.origin === origin);
  const profiles = chain.flatMap((profile) => [
    rung("user-profile", workspace, `usr/agents/${profile}`, { profile }),
    ...of("user").map((place) => shipped("user-plugin-profile", place, profile)),
    ...of("workspace").map((place) => shipped("plugin-profile", place, profile)),
    rung("profile", workspace, `agents/${profile}`, { profile }),
  ]);
  const own = [
    ...profiles,
    rung("user", workspace, "usr", {}),
    ...of("user").map((place) => within("user-plugin", place)),
    ...of("workspace").map((place) => within("plugin", place)),
    rung("root", workspace, "", {}),
  ];
  if (!bundled) return own;
  return [
    ...own,
    ...chain.flatMap((profile) => [
      ...of("package").map((place) => shipped("plugin-profile", place, profile)),
      rung("profile", bundled, `agents/${profile}`, { profile }),
    ]),
    ...of("package").map((place) => within("plugin", place)),
    rung("root", bundled, "", {}),
  ];
}

/** The layer of one plugin, for a look at what a plugin that is off would bring. */
export function within(kind: LayerKind, { plugin, tree, path, broken }: PluginPlace): Rung {
  return rung(kind, tree, path, { plugin, broken });
}

/** Two layers of one kind share a rung of the ladder: none of them overrides the other. */
export function sharesRung(a: Layer, b: Layer): boolean {
  return a.kind === b.kind && a.profile === b.profile && a.bundled === b.bundled;
}

/** Listings of the workspace's own folders and of the package's, highest first. */
export function baseTrees({ workspace, bundled }: Trees): Tree[] {
  return bundled ? [workspace, bundled] : [workspace];
}

function shipped(
  kind: LayerKind,
  { plugin, tree, path, broken }: PluginPlace,
  profile: string,
): Rung {
  return rung(kind, tree, `${path}/agents/${profile}`, { plugin, profile, broken });
}

type RungOf = { plugin?: Plugin; profile?: string; broken?: string | null };

function rung(kind: LayerKind, tree: Tree, path: string, of: RungOf): Rung {
  const { plugin = null, profile = null, broken = null } = of;
  const { dir, bundled } = tree.base;
  const layer = { kind, dir: path === "" ? dir : fileOf(tree, path), plugin, profile, bundled };
  return { layer, tree, path, broken };
}
