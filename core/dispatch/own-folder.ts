import { lstat, mkdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * Makes a folder of a workspace, and those it lies in, where nothing written into it can end up outside: a link on the
 * way that leads out is not followed.
 *
 * @param root - absolute path of the workspace
 * @param folder - relative to it, with `/`
 * @throws Error with the code `OUTSIDE` where a link leads out, or the system's own
 */
export async function makeOwnFolder(root: string, folder: string): Promise<string> {
  await mkdir(root, { recursive: true });
  let path = root;
  for (const name of folder.split("/")) {
    path = join(path, name);
    await mkdir(path, { mode: 0o700 }).catch(onlyOthers);
    if ((await lstat(path)).isSymbolicLink()) await refuseOutside(root, path);
  }
  return path;
}

async function refuseOutside(root: string, link: string): Promise<void> {
  const [inside, target] = await Promise.all([realpath(root), realpath(link)]);
  if (target.startsWith(inside + sep)) return;
  throw Object.assign(new Error(`${link} leads out of the workspace`), { code: "OUTSIDE" });
}

/** That it is there is no fault; what it is, is looked at afterwards. */
function onlyOthers(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
}
