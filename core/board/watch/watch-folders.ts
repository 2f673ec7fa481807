import { statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { FSWatcher } from "chokidar";
import type { Used } from "../manifest/memory.ts";

/** Watches the folders in which something of a board lies, each without its sub-folders. */
export type FolderWatcher = {
  /**
   * Watches what a board depends on from now on, and nothing else.
   *
   * @returns whether it has to be called again in a moment: a folder was replaced by another, which is watched from then on
   */
  follow(used: ReadonlyMap<string, Used>): boolean;
  close(): Promise<void>;
};

export type FolderWatcherOptions = {
  /** Absolute paths of the workspace, as it was named and without links. */
  readonly roots: readonly string[];
  /** Told the absolute path of whatever changed, came or went, and may matter; often more than once. */
  readonly touched: (path: string) => void;
  /** Told when all folders are watched, each time that there are new ones: what changed in them until then is not told. */
  readonly begun: () => void;
  /** Told what goes wrong with the watching itself. */
  readonly failed: (error: unknown) => void;
};

/** Nothing of these is part of a board; `.pegboard` is written by this very process. */
const OTHERS = new Set(["node_modules", ".git", ".pegboard"]);

type Watching = {
  readonly watcher: FSWatcher;
  /** Of the folder that is watched: another one may come to lie at its path. */
  readonly number: number;
  /** It was moved or removed; one that takes its place may even have its number. */
  isGone: boolean;
};

/** Begins to watch, nothing at first. */
export async function watchFolders({
  roots,
  touched,
  begun,
  failed,
}: FolderWatcherOptions): Promise<FolderWatcher> {
  const { watch } = await import("chokidar");
  const open = new Map<string, Watching>();
  const beginning = new Set<FSWatcher>();
  let places = placesOf(new Map(), roots);

  const tell = (path: string): void => {
    if (matters(path, places)) touched(path);
  };
  const isBegun = (watcher: FSWatcher): void => {
    if (beginning.delete(watcher) && beginning.size === 0) begun();
  };
  // One for each folder: what chokidar has stopped to watch it never watches again, nor anything below.
  const begin = (dir: string, number: number): void => {
    const watcher: FSWatcher = watch(dir, {
      depth: 0,
      ignoreInitial: true,
      // Both would tell late what is looked at again anyway.
      atomic: false,
      awaitWriteFinish: false,
      ignored: (path) => path !== dir && OTHERS.has(basename(path)),
    });
    const watching: Watching = { watcher, number, isGone: false };
    open.set(dir, watching);
    beginning.add(watcher);
    watcher.on("all", (_, path) => tell(path));
    // A folder that is moved away and replaced by another has the same name as before, and only here it is told.
    watcher.on("raw", (event, name, details: unknown) => {
      if (Reflect.get(Object(details), "watchedPath") !== dir) return;
      tell(name ? join(dir, name) : dir);
      if (name !== basename(dir)) return;
      watching.isGone ||= event === "rename";
      tell(dir);
    });
    watcher.on("ready", () => isBegun(watcher));
    watcher.on("error", failed);
  };
  const end = ({ watcher }: Watching): Promise<void> => {
    const closed = watcher.close();
    // What it is still about may fail, and closing has taken away whoever would be told.
    watcher.on("error", () => {});
    isBegun(watcher);
    return closed;
  };

  return {
    follow(used) {
      places = placesOf(used, roots);
      let isReplaced = false;
      for (const [dir, watching] of open) {
        const number = places.watched.get(dir);
        if (number === watching.number && !watching.isGone) continue;
        open.delete(dir);
        void end(watching);
        // chokidar shares what it watches within a process. All that watch this folder must let go of it first.
        places.watched.delete(dir);
        isReplaced ||= number !== undefined;
      }
      for (const [dir, number] of places.watched) {
        if (!open.has(dir)) begin(dir, number);
      }
      return isReplaced;
    },
    async close() {
      await Promise.all([...open.values()].map(end));
    },
  };
}

type Places = {
  /** Folders to watch, each with its number in the file system. */
  readonly watched: Map<string, number>;
  /** Folders of which every child matters. */
  readonly listed: ReadonlySet<string>;
  /** What matters by itself: files, folders, and what would have to be there for an absent one to come. */
  readonly named: ReadonlySet<string>;
};

function placesOf(used: ReadonlyMap<string, Used>, roots: readonly string[]): Places {
  const watched = new Map<string, number>();
  const listed = new Set<string>();
  const named = new Set<string>();
  const within = roots.map((dir) => dir + sep);
  const watchAround = (path: string): void => {
    for (let dir = dirname(path); !watched.has(dir); dir = dirname(dir)) {
      const number = numberOf(dir);
      if (number !== null) watched.set(dir, number);
      else if (dir !== dirname(dir)) named.add(dir);
      else return;
    }
  };
  for (const [path, { kind, seen }] of used) {
    const root = within.find((dir) => path.startsWith(dir));
    if (/[\\/]node_modules[\\/]/.test(root === undefined ? path : path.slice(root.length - 1))) {
      continue;
    }
    named.add(path);
    if (kind === "folder" && seen.stamp !== null) {
      watched.set(path, seen.stamp[3]);
      listed.add(path);
    }
    // Of a folder it is told in the folder around it that it was replaced.
    if (!listed.has(path) || root !== undefined) watchAround(path);
  }
  return { watched, listed, named };
}

function matters(path: string, { watched, listed, named }: Places): boolean {
  if (named.has(path) || watched.has(path)) return true;
  return listed.has(dirname(path)) && !OTHERS.has(basename(path));
}

/** @returns null where there is no folder */
function numberOf(dir: string): number | null {
  const stats = statSync(dir, { throwIfNoEntry: false });
  return stats?.isDirectory() ? stats.ino : null;
}
