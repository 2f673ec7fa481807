import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { FileError } from "../../board/file-error.ts";
import { isName } from "../../board/asset-name.ts";
import { readAgentFile } from "../../board/read-agent-file.ts";

export type ProfilesFound = {
  /** Sorted, `default` first. */
  readonly names: readonly string[];
  /** What is wrong with an `agent.md` that nobody can open as a profile, such as `agents/_example/agent.md`. */
  readonly diagnostics: readonly Diagnostic[];
  /** All `agent.md` files, relative to the workspace. */
  readonly files: readonly string[];
};

/** Finds the profiles of a workspace: the folders in `agents/` of the root, of `usr/` and of plugins that have an `agent.md`. */
export async function findProfiles(root: string): Promise<ProfilesFound> {
  const places = ["agents", "usr/agents"];
  for (const plugins of ["plugins", "usr/plugins"]) {
    for (const plugin of await foldersIn(join(root, plugins))) {
      places.push(`${plugins}/${plugin}/agents`);
    }
  }
  const names = new Set<string>();
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const place of places) {
    for (const name of await foldersIn(join(root, place))) {
      const file = `${place}/${name}/agent.md`;
      const text = await readFile(join(root, file), "utf8").catch(() => null);
      if (text === null) continue;
      files.push(file);
      if (isName(name)) names.add(name);
      else diagnostics.push(...parseOnly(file, text));
    }
  }
  const sorted = [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return { names: sorted, diagnostics, files };
}

function rank(name: string): number {
  return name === "default" ? 0 : 1;
}

function parseOnly(file: string, text: string): Diagnostic[] {
  try {
    readAgentFile(file, text);
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return [error.toDiagnostic("profile/broken", (path) => path)];
  }
}

async function foldersIn(dir: string): Promise<string[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map((entry) => entry.name)
      .sort();
  } catch {
    return [];
  }
}
