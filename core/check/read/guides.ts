import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { GuideView } from "../context.ts";
import { readHeader } from "../documents/header.ts";
import { readMarkdown } from "../documents/markdown.ts";

/** Folders that hold nobody's guides: what tools generate, and what a package manager brings. */
const SKIPPED = new Set(["node_modules", "dist", "build", "coverage", "vendor"]);

/** Reads every `AGENTS.md` of a workspace; a folder that is a workspace itself is left alone. */
export async function readGuides(root: string): Promise<GuideView[]> {
  const guides: GuideView[] = [];
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    const here = entries.find((entry) => entry.name === "AGENTS.md" && entry.isFile());
    if (here) {
      const file = folder === "" ? "AGENTS.md" : `${folder}/AGENTS.md`;
      const content = await readFile(join(root, file), "utf8").catch(() => null);
      if (content !== null) guides.push(guideOf(file, folder, content));
    }
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!(await isWorkspace(join(root, path)))) await visit(path);
    }
  };
  await visit("");
  return guides.sort((a, b) => (a.file < b.file ? -1 : 1));
}

function guideOf(file: string, folder: string, content: string): GuideView {
  const plugin = /^(?:usr\/)?plugins\/(?<plugin>[^/]+)$/.exec(folder)?.groups?.["plugin"] ?? null;
  return { file, folder, document: readMarkdown(content), header: readHeader(content), plugin };
}

async function isWorkspace(dir: string): Promise<boolean> {
  const profiles = await readdir(join(dir, "agents"), { withFileTypes: true }).catch(() => []);
  for (const profile of profiles) {
    if (!profile.isDirectory()) continue;
    // A plugin may ship profiles too; what has a `usr/` as well is a workspace.
    if ((await has(join(dir, "agents", profile.name), "agent.md")) && (await has(dir, "usr")))
      return true;
  }
  return false;
}

async function has(dir: string, name: string): Promise<boolean> {
  return (await readdir(dir).catch(() => [] as string[])).includes(name);
}
