import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOf } from "./stamp.ts";

/** What a manifest holds for beside the files it names. */
export type ManifestKey = {
  /** The code that made it; null where that is not known, so that nothing can be kept. */
  readonly framework: string | null;
  readonly node: string;
  /** Of the workspace and of the package: as they were named, by which their files are known, and without links. */
  readonly bases: readonly { readonly dir: string; readonly real: string }[];
};

/** Written by the build: a digest of the compiled code. */
const BUILD_ID = "build-id";

/**
 * Tells one state of the framework from another: by its build, or, where the sources themselves run, by their state.
 *
 * @param packageRoot - absolute path of the installed package, or null where the code runs outside of one
 */
export function frameworkId(packageRoot: string | null): string | null {
  const here = fileURLToPath(import.meta.url);
  if (packageRoot === null) return null;
  try {
    const dist = join(packageRoot, "dist");
    if (here.startsWith(dist + sep)) return readFileSync(join(dist, BUILD_ID), "utf8");
    const board = dirname(dirname(here));
    const parts = [board, join(dirname(board), "contract")].flatMap(stateOf);
    return digestOf(parts.join("\n"));
  } catch {
    return null;
  }
}

function stateOf(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return stateOf(path);
    const { size, mtimeMs } = statSync(path);
    return [`${path} ${size} ${mtimeMs}`];
  });
}
