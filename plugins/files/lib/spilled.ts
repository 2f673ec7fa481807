import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { Failed } from "pegboard";
import type { ToolContext } from "pegboard";
import { locateExisting } from "./folder.ts";
import type { ExistingPlace, WorkingFolder } from "./folder.ts";

/** Where the framework keeps results that were too long for the model, which it then names by this path. */
const SPILLED = /^\.pegboard\/results\/\w[\w.-]*$/;

/**
 * Like `locateExisting`, for reading only: also finds a result that was too long for the model. Its name can not be
 * guessed and is never listed, so only who was told it reads it.
 */
export async function locateToRead(
  folder: WorkingFolder,
  path: string,
  { workspace }: Pick<ToolContext, "workspace">,
): Promise<ExistingPlace> {
  if (!SPILLED.test(path)) return locateExisting(folder, path);
  const real = join(await realpath(workspace), path);
  const stats = await stat(real).catch(() => null);
  if (!stats)
    throw new Failed(`${path} is there no longer. Make the call again whose result it was.`);
  return { real, shown: path, stats };
}
