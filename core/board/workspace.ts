import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** There is no workspace where one was looked for. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  /** What to do. */
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Where to look for a workspace. */
export type WorkspaceQuery = {
  /** The workspace itself. Default: it is looked for upwards from `cwd`. */
  readonly root?: string | undefined;
  /** Default: the current folder. */
  readonly cwd?: string | undefined;
};

/** What a folder that was named as the workspace may hold instead of an agent, because the package brings agents along. */
const PARTS = ["agents", "tools", "plugins", "prompts", "usr"];

/**
 * Finds the workspace: the nearest folder upwards that has an `agents/<profile>/agent.md`, or the one that was named.
 *
 * @returns its absolute path
 * @throws WorkspaceError - names the folder, and what to do
 */
export async function findWorkspace({
  root,
  cwd = process.cwd(),
}: WorkspaceQuery): Promise<string> {
  if (root !== undefined) return namedWorkspace(resolve(cwd, root));
  const start = resolve(cwd);
  let dir = start;
  while (!(await hasAgent(dir))) {
    const parent = dirname(dir);
    if (parent === dir) {
      throw new WorkspaceError(
        `${start} is in no Pegboard workspace: neither it nor a folder above it has an agents/<profile>/agent.md.`,
        "Run `npx pegboard init` to make one here, or name one with --root DIR.",
      );
    }
    dir = parent;
  }
  const whole = wholeOf(dir);
  return whole !== dir && (await hasAgent(whole)) ? whole : dir;
}

/** `usr/` and a plugin may hold agents too, and are parts of the workspace around them. */
function wholeOf(dir: string): string {
  if (basename(dirname(dir)) === "plugins") return wholeOf(dirname(dirname(dir)));
  return basename(dir) === "usr" ? dirname(dir) : dir;
}

async function namedWorkspace(dir: string): Promise<string> {
  if (!(await isFolder(dir))) {
    throw new WorkspaceError(
      `${dir} is no folder, so it is no Pegboard workspace.`,
      `Correct the path, or run \`npx pegboard init ${dir}\` to make a workspace there.`,
    );
  }
  const parts = await Promise.all(PARTS.map((part) => isFolder(join(dir, part))));
  if (!parts.includes(true)) {
    throw new WorkspaceError(
      `${dir} is no Pegboard workspace: it has none of ${PARTS.map((part) => `${part}/`).join(", ")}.`,
      `Run \`npx pegboard init ${dir}\` to make it one.`,
    );
  }
  return dir;
}

async function hasAgent(dir: string): Promise<boolean> {
  try {
    const profiles = await readdir(join(dir, "agents"));
    const found = profiles.map((profile) => isFile(join(dir, "agents", profile, "agent.md")));
    return (await Promise.all(found)).includes(true);
  } catch {
    // No such folder, or one that others may not read: not a workspace of this person.
    return false;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
