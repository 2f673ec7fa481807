import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Board } from "./board.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { relativeTo } from "./findings.ts";
import { createLoader } from "./load.ts";
import type { Loader } from "./load.ts";
import { frameworkId } from "./manifest/key.ts";
import type { ManifestKey } from "./manifest/key.ts";
import { readManifest, writeManifest } from "./manifest/manifest-file.ts";
import { isCurrent, openImage } from "./manifest/open-image.ts";
import { openSeal } from "./manifest/seal.ts";
import { openKept } from "./manifest/kept.ts";
import type { Kept } from "./manifest/kept.ts";
import { findPackageRoot } from "./package-root.ts";
import { DEFAULT_PROFILE } from "./profile.ts";
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
  const ground = await openGround(options);
  const board = await boardOn(ground, options);
  await ground.save();
  return board;
}

/** A text that is made of a board alone. */
export type BoardText = {
  /** What it is known by; another name for another text. */
  readonly name: string;
  make(board: Board): string;
};

/**
 * A text made of the board of a workspace. It is kept with what is known of the workspace, and as long as nothing has
 * changed the board itself is not even put together.
 *
 * @throws as {@link openBoard}
 */
export async function openText(
  options: OpenBoardOptions,
  { name, make }: BoardText,
): Promise<string> {
  const { profile = DEFAULT_PROFILE } = options;
  const ground = await openGround(options);
  const kept = isKnown(profile, ground) ? ground.text(profile, name) : null;
  if (kept !== null) return kept;
  const text = make(await boardOn(ground, options));
  ground.keepText(profile, name, text);
  await ground.save();
  return text;
}

async function boardOn(ground: KeptGround, options: OpenBoardOptions): Promise<Board> {
  const { profile = DEFAULT_PROFILE, loader } = options;
  // A loader that was used before must hear of what has changed since, for which all is looked at.
  const image = !loader && isKnown(profile, ground) ? ground.board(profile) : null;
  const same = image === null ? null : openImage(profile, image, ground);
  if (same) return same;
  // Not needed where all is as it was.
  const { takeSnapshot } = await import("./snapshot.ts");
  const board = await takeSnapshot(profile, ground);
  ground.remember(board);
  return board;
}

/** Whether the board of the profile is as it was. */
function isKnown(profile: string, ground: KeptGround): boolean {
  const stamps = ground.stamps(profile);
  return stamps !== null && isCurrent(stamps, ground);
}

/** A {@link Ground} whose boards are remembered. */
export type KeptGround = Ground & Omit<Kept, "unsaved" | "unlearn">;

/**
 * Finds a workspace and what is known of it from before.
 *
 * @throws WorkspaceError where there is none
 */
export async function openGround(options: OpenBoardOptions): Promise<KeptGround> {
  const root = await findWorkspace(options);
  const packageRoot = options.packageRoot === undefined ? findPackageRoot() : options.packageRoot;
  const bases = await findBases(root, packageRoot);
  const key: ManifestKey = {
    framework: options.cache === false ? null : frameworkId(findPackageRoot()),
    node: `${process.version} ${process.platform} ${process.arch}`,
    bases: bases.map(({ dir, real }) => ({ dir, real })),
  };
  const seal = key.framework === null ? null : openSeal();
  const manifest = seal && { root, key, seal };
  const kept = openKept(manifest && readManifest(manifest));
  const save = async (): Promise<void> => {
    const sections = manifest && kept.unsaved();
    if (sections) await writeManifest(manifest, sections);
  };
  return {
    ...kept,
    bases,
    layouts: new Map(),
    loader:
      options.loader ??
      createLoader({
        roots: bases.map((base) => base.dir),
        ...(options.loadTimeoutMs === undefined ? {} : { loadTimeoutMs: options.loadTimeoutMs }),
      }),
    relative: relativeTo(bases),
    tell: options.report ?? (() => {}),
    async unlearn(file, because) {
      kept.unlearn(file, because);
      await save();
    },
    save,
  };
}

async function findBases(root: string, packageRoot: string | null): Promise<Ground["bases"]> {
  const workspace = { dir: root, real: await realpath(root), bundled: false };
  const dir = packageRoot && resolve(packageRoot);
  if (dir === null || dir === "") return [workspace];
  const real = await realpath(dir);
  return real === workspace.real ? [workspace] : [workspace, { dir, real, bundled: true }];
}
