import { join } from "node:path";
import type { GuideView } from "../context.ts";
import { readHeader } from "../documents/header.ts";
import { readMarkdown } from "../documents/markdown.ts";
import type { Files } from "./files.ts";

/** Folders that hold nobody's guides: what tools generate, and what a package manager brings. */
const SKIPPED = new Set(["node_modules", "dist", "build", "coverage", "vendor"]);

/** Reads every `AGENTS.md` of a workspace; a folder that is a workspace itself is left alone. */
export function readGuides(root: string, files: Files): GuideView[] {
  const guides: GuideView[] = [];
  const visit = (folder: string): void => {
    const entries = files.list(join(root, folder));
    const here = entries.find((entry) => entry.name === "AGENTS.md" && entry.isFile());
    if (here) {
      const file = folder === "" ? "AGENTS.md" : `${folder}/AGENTS.md`;
      const content = files.text(join(root, file));
      if (content !== null) guides.push(guideOf(file, folder, content));
    }
    for (const entry of entries) {
      if (!entry.isDirectory() || entry.name.startsWith(".") || SKIPPED.has(entry.name)) continue;
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (!isWorkspace(join(root, path), files)) visit(path);
    }
  };
  visit("");
  return guides.sort((a, b) => (a.file < b.file ? -1 : 1));
}

function guideOf(file: string, folder: string, content: string): GuideView {
  const plugin = /^(?:usr\/)?plugins\/(?<plugin>[^/]+)$/.exec(folder)?.groups?.["plugin"] ?? null;
  return { file, folder, document: readMarkdown(content), header: readHeader(content), plugin };
}

function isWorkspace(dir: string, files: Files): boolean {
  const has = (folder: string, name: string): boolean =>
    files.list(folder).some((entry) => entry.name === name);
  // A plugin may ship profiles too; what has a `usr/` as well is a workspace.
  if (!has(dir, "agents") || !has(dir, "usr")) return false;
  const agents = join(dir, "agents");
  return files
    .list(agents)
    .some((profile) => profile.isDirectory() && has(join(agents, profile.name), "agent.md"));
}
