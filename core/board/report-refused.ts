import type { Findings } from "./findings.ts";
import { fileOf } from "./tree.ts";
import type { Tree, TreeEntry } from "./tree.ts";

const FAMILIES: Readonly<Record<string, string>> = {
  tools: "tool",
  prompts: "prompt",
  extensions: "extension",
  skills: "skill",
  plugins: "plugin",
  agents: "profile",
};

/**
 * Reports what is in a tree and is not read: links that lead outside the base, in a circle or nowhere, and what can not be
 * opened.
 */
export function reportRefused(tree: Tree, findings: Findings): void {
  for (const entry of [...tree.folders.values()].flat()) {
    if (entry.reason === null || !matters(entry)) continue;
    const file = fileOf(tree, entry.path);
    findings.ignore(file, entry.reason);
    findings.warn({
      code: `${familyOf(entry)}/not-read`,
      message: `it is not read: ${entry.reason}`,
      file,
      hint: entry.reason.startsWith("a link")
        ? "Put the file itself there, or a link to one inside the workspace."
        : "Make it readable, or remove it.",
    });
  }
}

/** A plugin's folder may hold anything beside the folders that count. */
function matters({ path, name }: TreeEntry): boolean {
  const folders = path.split("/").slice(0, -1);
  const beside = folders.at(-2) === "plugins" && !Object.hasOwn(FAMILIES, name);
  return !beside || name === "plugin.md";
}

/** The innermost folder that says what lies in it. */
function familyOf({ path }: TreeEntry): string {
  const folder = path.split("/").findLast((part) => Object.hasOwn(FAMILIES, part));
  return FAMILIES[folder ?? "plugins"] ?? "plugin";
}
