import type { Stats } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { Failed, InvalidArgs } from "pegboard";
import type { ToolContext } from "pegboard";
import { codeOf, fileFailure } from "./failure.ts";
import { matchesName } from "./glob.ts";
import { nearNames } from "./near-names.ts";
import { readSettings } from "./settings.ts";
import type { FilesSettings } from "./settings.ts";

/** The one folder that the tools may touch, with its links resolved. */
export type WorkingFolder = {
  /** Absolute, without links. */
  readonly root: string;
  /** The same as a person named it: absolute, perhaps through links. */
  readonly named: string;
  readonly settings: FilesSettings;
  /** The file that holds the person's secrets, which may have other names too; null where there is none. */
  readonly secrets: Stats | null;
};

/** A place inside the working folder. */
export type Place = {
  /** Absolute, without links. */
  readonly real: string;
  /** Relative to the working folder, with `/`, as it is shown; `.` for the folder itself. */
  readonly shown: string;
  /** What is there; null: nothing yet. */
  readonly stats: Stats | null;
};

export type ExistingPlace = Place & { readonly stats: Stats };

/** Names that are refused at any depth, in any case: what is in them would give secrets away. */
const GUARDED_FOLDERS = new Set([".git", ".pegboard"]);
const SECRETS = "secrets.env";

/** Opens the folder that the settings name. Throws a `Failed` when it is not there. */
export async function openFolder({
  workspace,
  settings,
}: Pick<ToolContext, "workspace" | "settings">): Promise<WorkingFolder> {
  const files = readSettings(settings);
  const named = resolve(workspace, files.root);
  const [real, secrets] = await Promise.all([
    realpath(named).catch(() => null),
    stat(join(workspace, "usr", SECRETS)).catch(() => null),
  ]);
  if (real === null || !(await stat(real)).isDirectory()) {
    throw new Failed(
      `The working folder ${files.root} does not exist. A person has to change \`root\` in usr/plugins/files/settings.yaml.`,
    );
  }
  return { root: real, named, settings: files, secrets };
}

/**
 * Finds the place that `path` leads to, links resolved as far as it exists.
 *
 * @param path - relative to the working folder, or absolute
 * @throws InvalidArgs when it leads out of the working folder, or to what is refused
 */
export async function locate(folder: WorkingFolder, path: string): Promise<Place> {
  if (path.includes("\0")) throw new InvalidArgs("A path can not hold a NUL character.", ["path"]);
  const named = relative(folder.named, resolve(folder.named, path));
  const wanted = isBelow(named) ? resolve(folder.root, named) : resolve(folder.root, path);
  // Before anything on the disk is asked: whether something exists outside is nobody's business either.
  if (!isInside(folder, wanted)) throw outside(path);
  const real = await resolveLinks(wanted, path);
  if (!isInside(folder, real)) throw outside(path);
  const place = { real, shown: show(folder, real), stats: await stat(real).catch(() => null) };
  const secret = place.stats !== null && isSecrets(folder, place.stats);
  if (secret || isGuarded(folder, place.shown)) throw offLimits(place.shown);
  return place;
}

/** Like `locate`, for something that must be there. Throws a `Failed` that suggests near names when it is not. */
export async function locateExisting(folder: WorkingFolder, path: string): Promise<ExistingPlace> {
  const { real, shown, stats } = await locate(folder, path);
  if (stats) return { real, shown, stats };
  const near = (await nearNames(real))
    .map((name) => show(folder, join(dirname(real), name)))
    .filter((name) => !isGuarded(folder, name));
  const suggestion = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  throw new Failed(`There is no ${shown} in the working folder.${suggestion}`);
}

/** Whether the tools must not touch a path: secrets, and the inside of folders that keep them. */
export function isGuarded({ settings }: WorkingFolder, shown: string): boolean {
  const parts = shown.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  return (
    parts.some((part) => GUARDED_FOLDERS.has(part)) ||
    // Copies and what editors leave beside it too: `.secrets.env.swp`, `#secrets.env#`, `old-secrets.env`.
    name.includes(SECRETS) ||
    settings.protect.some((pattern) => matchesName(pattern.toLowerCase(), name))
  );
}

/** Whether a file is the person's secrets under whatever name: a hard link shows no path that could be refused. */
export function isSecrets({ secrets }: WorkingFolder, { ino, dev }: Stats): boolean {
  return secrets !== null && ino === secrets.ino && dev === secrets.dev;
}

export function offLimits(shown: string): InvalidArgs {
  return new InvalidArgs(`${shown} is off limits: it may hold secrets.`, ["path"]);
}

function isInside({ root }: WorkingFolder, path: string): boolean {
  return isBelow(relative(root, path));
}

/** Whether a relative path stays below where it starts. On Windows, one to another drive is absolute. */
function isBelow(way: string): boolean {
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A path below the working folder as the model reads it. */
export function show({ root }: WorkingFolder, path: string): string {
  return relative(root, path).split(sep).join("/") || ".";
}

function outside(path: string): InvalidArgs {
  return new InvalidArgs(
    `${JSON.stringify(path)} leads out of the working folder. Give a path relative to it, without \`..\`.`,
    ["path"],
  );
}

/** The real path of `wanted`; of what does not exist yet, the real path of its nearest folder and the rest as it is. */
async function resolveLinks(wanted: string, path: string): Promise<string> {
  const rest: string[] = [];
  for (let at = wanted; ; at = dirname(at)) {
    try {
      return join(await realpath(at), ...rest);
    } catch (error) {
      const code = codeOf(error);
      if (code === "ELOOP")
        throw new InvalidArgs(`${path} is a link that leads in a circle.`, ["path"]);
      if (code === "ENOTDIR")
        throw new InvalidArgs(`${path} leads through a file as if it were a folder.`, ["path"]);
      if (code === "ENAMETOOLONG") throw new InvalidArgs("The path is too long.", ["path"]);
      if (code !== "ENOENT") throw fileFailure(error, path);
      // A link that leads nowhere has no real path, but writing to it would make a file wherever it points to.
      if (await isLink(at))
        throw new InvalidArgs(`${path} is a link that leads nowhere.`, ["path"]);
    }
    if (dirname(at) === at) throw outside(path);
    rest.unshift(basename(at));
  }
}

async function isLink(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isSymbolicLink() ?? false;
}
