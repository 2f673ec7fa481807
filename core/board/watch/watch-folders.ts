import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { FSWatcher } from "chokidar";
import type { Used } from "../manifest/memory.ts";

/** Watches the folders in which something of a board lies, each without its sub-folders. */
export type FolderWatcher = {
  /**
   * Watches what a board depends on from now on, and nothing else.
   *
   * @returns whether there are folders that were not watched before; what changes in them until they are is not told
   */
  follow(used: ReadonlyMap<string, Used>): boolean;
  close(): Promise<void>;
};

export type FolderWatcherOptions = {
  /** Told the absolute path of whatever changed, came or went, and may matter; often more than once. */
  readonly touched: (path: string) => void;
  /** Told when the first folders are watched. */
  readonly begun: () => void;
  /** Told what goes wrong with the watching itself. */
  readonly failed: (error: unknown) => void;
};

/** Begins to watch, nothing at first. */
export async function watchFolders({
  touched,
  begun,
  failed,
}: FolderWatcherOptions): Promise<FolderWatcher> {
  const { watch } = await import("chokidar");
  let places = placesOf(new Map());
  const watcher: FSWatcher = watch([], {
    depth: 0,
    ignoreInitial: true,
    // Both would tell late what is looked at again anyway.
    atomic: false,
    awaitWriteFinish: false,
    ignored: (path) => /[\\/](?:node_modules|\.git|\.pegboard)(?:[\\/]|$)/.test(path),
  });
  watcher.on("all", (_, path) => {
    if (matters(path, places)) touched(path);
  });
  watcher.on("ready", begun);
  watcher.on("error", failed);
  return {
    follow(used) {
      const before = places;
      places = placesOf(used);
      const added = [...places.watched].filter((dir) => !before.watched.has(dir));
      const gone = [...before.watched].filter((dir) => !places.watched.has(dir));
      if (added.length > 0) watcher.add(added);
      if (gone.length > 0) watcher.unwatch(gone);
      return added.length > 0;
    },
    close: () => watcher.close(),
  };
}

type Places = {
  /** Folders to watch. */
  readonly watched: ReadonlySet<string>;
  /** Folders of which every child matters. */
  readonly listed: ReadonlySet<string>;
  /** What matters by itself: files, folders, and what would have to be there for an absent one to come. */
  readonly named: ReadonlySet<string>;
};

function placesOf(used: ReadonlyMap<string, Used>): Places {
  const watched = new Set<string>();
  const listed = new Set<string>();
  const named = new Set<string>();
  for (const [path, { kind, seen }] of used) {
    if (/[\\/]node_modules[\\/]/.test(path)) continue;
    named.add(path);
    if (kind === "folder" && seen.stamp !== null) {
      watched.add(path);
      listed.add(path);
      continue;
    }
    let dir = dirname(path);
    while (!watched.has(dir) && !isFolder(dir) && dir !== dirname(dir)) {
      named.add(dir);
      dir = dirname(dir);
    }
    watched.add(dir);
  }
  return { watched, listed, named };
}

function matters(path: string, { listed, named }: Places): boolean {
  return named.has(path) || listed.has(dirname(path));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
