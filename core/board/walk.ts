import { join } from "node:path";
import type { ChildKind } from "./manifest/known.ts";
import type { Memory } from "./manifest/memory.ts";
import { AGENT_FILE, ASSET_FOLDERS, BEGINNINGS } from "./places.ts";
import type { Listed, Wanted } from "./places.ts";

/** What a folder is for: which of its children count, and what its folders are for; null for nothing. */
type Role = {
  readonly counts: (name: string) => boolean;
  readonly folder: (name: string) => Role | null;
};

const assets: Role = { counts: () => true, folder: () => assets };

const switches: Role = { counts: (name) => name.startsWith(".toggle-"), folder: () => null };

const switched: Role = { counts: () => false, folder: () => switches };

const isAssetFolder = (name: string): boolean => ASSET_FOLDERS.includes(name);

const pluginsProfile: Role = {
  counts: (name) => name === AGENT_FILE || isAssetFolder(name),
  folder: (name) => (isAssetFolder(name) ? assets : null),
};

const profile: Role = {
  counts: pluginsProfile.counts,
  folder: (name) => (name === "plugins" ? switched : pluginsProfile.folder(name)),
};

const pluginsProfiles: Role = { counts: () => false, folder: () => pluginsProfile };

const profiles: Role = { counts: () => false, folder: () => profile };

const plugin: Role = {
  counts: () => true,
  folder: (name) => (name === "agents" ? pluginsProfiles : isAssetFolder(name) ? assets : null),
};

const plugins: Role = { counts: () => true, folder: () => plugin };

/** Of the folders at which listing begins, by their last name. */
const BEGINS: ReadonlyMap<string, Role> = new Map([
  ...ASSET_FOLDERS.map((name) => [name, assets] as const),
  ["plugins", plugins],
  ["agents", profiles],
]);

const NEVER = new Set(["node_modules", ".git"]);

/**
 * Lists the same as `glob`, by asking the memory for one folder after another: it reads those alone that have changed
 * since they were read.
 */
export function walk(dir: string, wanted: Wanted, memory: Memory): Listed {
  const found: { path: string; kind: ChildKind }[] = [];
  const unreadable: { path: string; code: string }[] = [];
  const visit = (path: string, role: Role): void => {
    const listing = memory.list(path === "" ? dir : join(dir, path));
    if (listing.kind === "unreadable") {
      unreadable.push({ path, code: listing.code });
      return;
    }
    for (const { name, kind } of listing.children) {
      if (NEVER.has(name)) continue;
      const child = path === "" ? name : `${path}/${name}`;
      if (role.counts(name)) found.push({ path: child, kind });
      const next = kind === "folder" ? role.folder(name) : null;
      if (next) visit(child, next);
    }
  };
  if (wanted.kind === "all") {
    visit("", assets);
    return { found, unreadable };
  }
  const linked = (path: string): boolean =>
    wanted.without.some((link) => path === link || path.startsWith(`${link}/`));
  for (const path of BEGINNINGS) {
    const role = BEGINS.get(path.slice(path.lastIndexOf("/") + 1));
    if (role && !linked(path)) visit(path, role);
  }
  return { found, unreadable };
}
