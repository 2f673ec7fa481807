import { join } from "node:path";
import type { Diagnostic } from "../../board/diagnostic.ts";
import { FileError } from "../../board/file-error.ts";
import { isName } from "../../board/asset-name.ts";
import { readAgentFile } from "../../board/read-agent-file.ts";
import type { Files } from "./files.ts";

export type ProfilesFound = {
  /** Sorted, `default` first. */
  readonly names: readonly string[];
  /** What is wrong with an `agent.md` that nobody can open as a profile, such as `agents/_example/agent.md`. */
  readonly diagnostics: readonly Diagnostic[];
  /** All `agent.md` files, relative to the workspace. */
  readonly files: readonly string[];
};

/** Finds the profiles of a workspace: the folders in `agents/` of the root, of `usr/` and of plugins that have an `agent.md`. */
export function findProfiles(root: string, files: Files): ProfilesFound {
  const places = ["agents", "usr/agents"];
  for (const plugins of ["plugins", "usr/plugins"]) {
    for (const plugin of foldersIn(join(root, plugins), files)) {
      places.push(`${plugins}/${plugin}/agents`);
    }
  }
  const names = new Set<string>();
  const found: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const place of places) {
    for (const name of foldersIn(join(root, place), files)) {
      const file = `${place}/${name}/agent.md`;
      const text = files.text(join(root, file));
      if (text === null) continue;
      found.push(file);
      if (isName(name)) names.add(name);
      else diagnostics.push(...parseOnly(file, text));
    }
  }
  const sorted = [...names].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return { names: sorted, diagnostics, files: found };
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

function foldersIn(dir: string, files: Files): string[] {
  return files
    .list(dir)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map((entry) => entry.name)
    .sort();
}
