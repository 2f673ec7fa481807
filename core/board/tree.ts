import { lstatSync } from "node:fs";
import { readlink, realpath, stat } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { compareText } from "./diagnostic.ts";
import { codeOf } from "./error-code.ts";
import type { Memory } from "./manifest/memory.ts";
import { lookAt } from "./manifest/stamp.ts";
import { BEGINNINGS } from "./places.ts";
import type { Wanted } from "./places.ts";
import { walk } from "./walk.ts";

/** A folder that assets come from: the workspace, or the installed package. */
export type Base = {
  /** Absolute path, as people named it. */
  readonly dir: string;
  /** The same without links. */
  readonly real: string;
  /** It is the package, and not the workspace. */
  readonly bundled: boolean;
};

export type TreeEntry = {
  /** Relative to the base, with `/`. */
  readonly path: string;
  readonly name: string;
  /** `refused`: it is there and is not read, for `reason`; `lost`: a link to nothing. */
  readonly kind: "file" | "folder" | "refused" | "lost";
  readonly reason: string | null;
};

/** What lies in the folders of a base that can hold assets: plain data, in an order that no file system decides. */
export type Tree = {
  readonly base: Base;
  /** By the path of their folder, sorted by name. */
  readonly folders: ReadonlyMap<string, readonly TreeEntry[]>;
};

type Link = {
  readonly path: string;
  /** The real folders that lead to it, the outermost first: a link back to one of them is a circle. */
  readonly chain: readonly string[];
};

/**
 * Lists what lies in those folders of `base` that can hold assets. Links inside the base are followed; a link that leads
 * outside, in a circle or nowhere, and what can not be read, is listed as such.
 */
export async function readTree(base: Base, memory: Memory): Promise<Tree> {
  const linked = linksAmong(base.dir, BEGINNINGS);
  const known = linked.length === 0 ? memory.tree(base.dir) : null;
  if (known) return known;
  const entries = new Map<string, TreeEntry>();
  const links: Link[] = [];
  let hasUnread = false;
  const add = (path: string, kind: TreeEntry["kind"], reason: string | null = null): void => {
    entries.set(path, { path, name: path.slice(path.lastIndexOf("/") + 1), kind, reason });
  };
  // In a path, fast-glob takes every backslash for a separator.
  const wholly = !memory.knowsFolders && (sep === "\\" || !base.dir.includes("\\"));
  const list = async (
    wanted: Wanted,
    { dir, at, chain }: { dir: string; at: string; chain: readonly string[] },
  ): Promise<void> => {
    // Where folders are known from before, only those that changed are read, and fast-glob need not be imported.
    const { found, unreadable } = wholly
      ? await (await import("./glob.ts")).glob(dir, wanted, memory)
      : walk(dir, wanted, memory);
    for (const { path, kind } of found) {
      if (kind === "link") links.push({ path: at + path, chain });
      else if (kind === "other") add(at + path, "refused", "neither a file nor a folder");
      else add(at + path, kind);
    }
    for (const { path, code } of unreadable) add(at + path, "refused", unread(code));
    hasUnread ||= unreadable.length > 0;
  };

  links.push(...linked.map((path) => ({ path, chain: [] })));
  await list({ kind: "places", without: linked }, { dir: base.dir, at: "", chain: [] });
  for (const link of links) {
    // Where it leads is looked at anew each time, and whoever watches must hear when it comes to lead elsewhere.
    memory.doubt();
    memory.noteUse({ path: join(base.dir, link.path), seen: lookAt(join(base.dir, link.path)) });
    const end = await follow(base, link);
    if (end.kind === "folder") {
      add(link.path, "folder");
      const chain = [...link.chain, end.from, end.dir];
      await list({ kind: "all" }, { dir: end.dir, at: `${link.path}/`, chain });
    } else {
      add(link.path, end.kind, end.kind === "file" ? null : end.reason);
    }
  }
  const tree = { base, folders: byFolder(entries.values()) };
  // Where links lead is looked at anew each time, and what can not be read may be readable the next.
  if (links.length === 0 && !hasUnread) memory.keepTree(base.dir, tree);
  return tree;
}

/** What lies in a folder, sorted by name; nothing when there is no such folder. */
export function childrenOf(tree: Tree, folder: string): readonly TreeEntry[] {
  return tree.folders.get(folder) ?? [];
}

/** All that lies in a folder and in its sub-folders, but no folders. Paths sorted within each folder. */
export function allBelow(tree: Tree, folder: string): TreeEntry[] {
  return childrenOf(tree, folder).flatMap((entry) =>
    entry.kind === "folder" ? allBelow(tree, entry.path) : [entry],
  );
}

/** The absolute path of something in a tree. */
export function fileOf({ base }: Tree, path: string): string {
  // For a thousand files, joining takes its time.
  return sep === "/" && !base.dir.endsWith("/") ? `${base.dir}/${path}` : join(base.dir, path);
}

function byFolder(entries: Iterable<TreeEntry>): Map<string, TreeEntry[]> {
  const folders = new Map<string, TreeEntry[]>();
  for (const entry of [...entries].toSorted((a, b) => compareText(a.path, b.path))) {
    const folder = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf("/")));
    const siblings = folders.get(folder);
    if (siblings) siblings.push(entry);
    else folders.set(folder, [entry]);
  }
  return folders;
}

/** Those of `paths`, relative to `dir`, that are links themselves. */
export function linksAmong(dir: string, paths: readonly string[]): string[] {
  const found = paths.filter((path) => isLink(join(dir, path)));
  // What lies below a link is found by following it.
  return found.filter((path) => !found.some((other) => path.startsWith(`${other}/`)));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // It lies below a file, say.
    return false;
  }
}

type LinkEnd =
  | { readonly kind: "file" }
  | { readonly kind: "folder"; readonly from: string; readonly dir: string }
  | { readonly kind: "refused" | "lost"; readonly reason: string };

async function follow(base: Base, { path, chain }: Link): Promise<LinkEnd> {
  const link = join(base.dir, path);
  try {
    const end = await realpath(link);
    if (end !== base.real && !isBelow(end, base.real)) {
      return { kind: "refused", reason: `a link that leads outside, to ${end}` };
    }
    const stats = await stat(end);
    if (stats.isFile()) return { kind: "file" };
    if (!stats.isDirectory()) return { kind: "refused", reason: "neither a file nor a folder" };
    const from = await realpath(dirname(link));
    const passed = [...chain, from];
    if (passed.some((dir) => dir === end || isBelow(dir, end))) {
      return { kind: "refused", reason: "a link that leads in a circle" };
    }
    return { kind: "folder", from, dir: end };
  } catch (error) {
    const code = codeOf(error);
    if (code === "ELOOP") return { kind: "refused", reason: "a link that leads in a circle" };
    if (code !== "ENOENT") return { kind: "refused", reason: unread(code) };
    return { kind: "lost", reason: `a link that leads nowhere, to ${await readlink(link)}` };
  }
}

function isBelow(path: string, dir: string): boolean {
  return path.startsWith(dir.endsWith(sep) ? dir : dir + sep);
}

function unread(code: string): string {
  return `it can not be read (${code})`;
}
