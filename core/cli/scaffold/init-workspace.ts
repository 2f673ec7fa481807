import { mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandFault } from "../fault.ts";
import { packageManifest } from "../package-manifest.ts";
import { workspaceFiles } from "./assets.ts";
import { packageLines } from "./package-lines.ts";
import { tellingOfFiles, writeMissing } from "./write-files.ts";
import type { Written } from "./write-files.ts";

const PACKAGE_FILE = "package.json";

/** Folders that hold nothing yet, made so that a newcomer sees where things go. */
const EMPTY_FOLDERS = ["tools", "usr/plugins"];

export type NewWorkspace = Written & {
  /** Commands that give a `package.json` which was there already what the rest of the workspace needs of it. */
  readonly packageLines: readonly string[];
};

/**
 * Makes a workspace. What is there already is left as it is.
 *
 * @param dir - absolute path; made when it is not there
 * @throws CommandFault when `dir` is a workspace already, is no folder, or can not be written to
 */
export function initWorkspace(dir: string): NewWorkspace {
  return tellingOfFiles(dir, () => makeWorkspace(dir));
}

function makeWorkspace(dir: string): NewWorkspace {
  const stat = statSync(dir, { throwIfNoEntry: false });
  if (stat && !stat.isDirectory()) {
    throw new CommandFault(`${dir} is a file.`, "Give the folder that is to be the workspace.");
  }
  const profile = stat && firstProfile(dir);
  if (profile) {
    throw new CommandFault(
      `${dir} is a workspace already: it has ${profile}.`,
      "Use `npx pegboard new tool <name>` to add to it, or choose another folder.",
    );
  }
  const { version, zod } = packageManifest();
  const name = basename(dir);
  const files = workspaceFiles({
    title: name,
    packageName: packageName(name),
    pegboardVersion: `^${version}`,
    zodVersion: `^${zod}`,
  });
  const written = writeMissing(dir, files);
  for (const folder of EMPTY_FOLDERS) mkdirSync(join(dir, folder), { recursive: true });
  const there = written.kept.includes(PACKAGE_FILE)
    ? readFileSync(join(dir, PACKAGE_FILE), "utf8")
    : null;
  return {
    ...written,
    packageLines: there === null ? [] : packageLines(there, files.get(PACKAGE_FILE) ?? ""),
  };
}

function firstProfile(dir: string): string | null {
  const agents = join(dir, "agents");
  if (!statSync(agents, { throwIfNoEntry: false })?.isDirectory()) return null;
  for (const name of readdirSync(agents).sort()) {
    const file = join(agents, name, "agent.md");
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return `agents/${name}/agent.md`;
  }
  return null;
}

/** npm allows lower-case letters, digits, `-`, `_` and `.` in the names of packages. */
function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-")
    .replaceAll(/^[._-]+|-+$/g, "")
    .slice(0, 200);
  return name === "" || name === "pegboard" ? "my-board" : name;
}
