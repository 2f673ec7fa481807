import type { Asset, AssetKind, Board } from "./board.ts";
import { compareText } from "./diagnostic.ts";

export const ASSET_KINDS: readonly AssetKind[] = ["tools", "prompts", "extensions", "skills"];

export type Assets = Pick<Board, "find" | "list">;

/** A file as the resolver needs it; one that is not opened, for a reason, is not found. */
export type Findable = Asset & { readonly refused: string | null };

/**
 * The one resolver: by kind and name, through the layers.
 *
 * @param found - the files of the ladder, highest first
 */
export function indexAssets(found: Readonly<Record<AssetKind, readonly Findable[]>>): Assets {
  const index = new Map<AssetKind, Map<string, Asset[]>>();
  for (const kind of ASSET_KINDS) {
    const byName = new Map<string, Asset[]>();
    for (const { name, file, layer, refused } of found[kind]) {
      if (refused !== null) continue;
      const others = byName.get(name);
      const asset = Object.freeze({ name, file, layer });
      if (others) others.push(asset);
      else byName.set(name, [asset]);
    }
    index.set(kind, byName);
  }
  return {
    find: (kind, name) => [...(index.get(kind)?.get(name) ?? [])],
    list: (kind) =>
      [...(index.get(kind)?.values() ?? [])]
        .flatMap(([winner]) => winner ?? [])
        .sort((a, b) => compareText(a.name, b.name)),
  };
}
