import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Board } from "./board.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { createLoader } from "./load.ts";
import type { Loader } from "./load.ts";
import { frameworkId } from "./manifest/key.ts";
import type { ManifestKey } from "./manifest/key.ts";
import { readManifest, writeManifest } from "./manifest/manifest-file.ts";
import { Memory } from "./manifest/memory.ts";
import { findPackageRoot } from "./package-root.ts";
import { DEFAULT_PROFILE } from "./profile.ts";
import { takeSnapshot } from "./snapshot.ts";
import type { Ground } from "./snapshot.ts";
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
  /**
   * Whether what is found out is kept in `.pegboard/` of the workspace for the next time, and taken from there. Default:
   * true.
   */
  readonly cache?: boolean | undefined;
  /** Told what is found out about a tool after the board was made, when it is imported at its first call. */
  readonly report?: ((diagnostic: Diagnostic) => void) | undefined;
};

/**
 * Takes a snapshot of a workspace for one profile: finds every asset, and what each tool says of itself. A tool that is
 * known from before is imported at its first call.
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
  return takeSnapshot(options.profile ?? DEFAULT_PROFILE, await openGround(options));
}

/**
 * Finds a workspace and what is known of it from before.
 *
 * @throws WorkspaceError where there is none
 */
export async function openGround(options: OpenBoardOptions): Promise<Ground> {
  const root = await findWorkspace(options);
  const packageRoot = options.packageRoot === undefined ? findPackageRoot() : options.packageRoot;
  const bases = await findBases(root, packageRoot);
  const key: ManifestKey = {
    framework: options.cache === false ? null : frameworkId(findPackageRoot()),
    node: `${process.version} ${process.platform} ${process.arch}`,
    bases: bases.map((base) => base.real),
  };
  const isKept = key.framework !== null;
  const memory = new Memory(isKept ? readManifest(root, key) : undefined);
  return {
    bases,
    memory,
    loader:
      options.loader ??
      createLoader({
        roots: bases.map((base) => base.dir),
        ...(options.loadTimeoutMs === undefined ? {} : { loadTimeoutMs: options.loadTimeoutMs }),
      }),
    async save() {
      if (!isKept || memory.isSaved) return;
      await writeManifest(root, key, memory.known());
      memory.saved();
    },
    tell: options.report ?? (() => {}),
  };
}

async function findBases(root: string, packageRoot: string | null): Promise<Ground["bases"]> {
  const workspace = { dir: root, real: await realpath(root), bundled: false };
  const dir = packageRoot && resolve(packageRoot);
  if (dir === null || dir === "") return [workspace];
  const real = await realpath(dir);
  return real === workspace.real ? [workspace] : [workspace, { dir, real, bundled: true }];
}
