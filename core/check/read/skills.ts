import { basename, dirname, join, relative, resolve } from "node:path";
import type { Board } from "../../board/board.ts";
import type { SkillView } from "../context.ts";
import { readHeader } from "../documents/header.ts";
import { readMarkdown } from "../documents/markdown.ts";
import type { Markdown } from "../documents/markdown.ts";
import type { Files } from "./files.ts";

/** Reads the `SKILL.md` files of the workspace's own layers, each once over all boards. */
export function readSkills(boards: readonly Board[], files: Files): SkillView[] {
  const found = new Map<string, string>();
  for (const board of boards) {
    for (const { name } of board.list("skills")) {
      if (basename(name) !== "SKILL.md") continue;
      for (const { file, layer } of board.find("skills", name)) {
        if (!layer.bundled) found.set(file, board.relative(file));
      }
    }
  }
  const skills: SkillView[] = [];
  for (const [file, shown] of [...found].sort()) {
    const content = files.text(file);
    if (content === null) continue;
    const document = readMarkdown(content);
    skills.push({
      file: shown,
      folder: basename(dirname(file)),
      document,
      header: readHeader(content),
      missing: missingLinks(dirname(file), document, files),
    });
  }
  return skills;
}

function missingLinks(folder: string, document: Markdown, files: Files): SkillView["missing"] {
  const missing: { text: string; line: number }[] = [];
  for (const [index, prose] of document.prose.entries()) {
    const text = prose.replace(/`[^`]*`/g, "");
    for (const match of text.matchAll(/\]\((?<target>[^)\s]+)(?:\s+"[^"]*")?\)/g)) {
      const target = (match.groups?.["target"] ?? "").replace(/[#?].*$/, "");
      // An address, or a place in the same text.
      if (target === "" || /^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      if (!isInside(folder, decode(target), files)) missing.push({ text: target, line: index + 1 });
    }
  }
  return missing;
}

function isInside(folder: string, target: string, files: Files): boolean {
  const path = resolve(folder, target);
  const within = relative(folder, path);
  if (target.startsWith("/") || within.startsWith("..")) return false;
  return files.exists(join(folder, within));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
