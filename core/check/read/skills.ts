import { access, readFile } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Board } from "../../board/board.ts";
import type { SkillView } from "../context.ts";
import { readHeader } from "../documents/header.ts";
import { readMarkdown } from "../documents/markdown.ts";
import type { Markdown } from "../documents/markdown.ts";

/** Reads the `SKILL.md` files of the workspace's own layers, each once over all boards. */
export async function readSkills(boards: readonly Board[]): Promise<SkillView[]> {
  const files = new Map<string, string>();
  for (const board of boards) {
    for (const { name } of board.list("skills")) {
      if (basename(name) !== "SKILL.md") continue;
      for (const { file, layer } of board.find("skills", name)) {
        if (!layer.bundled) files.set(file, board.relative(file));
      }
    }
  }
  const skills: SkillView[] = [];
  for (const [file, shown] of [...files].sort()) {
    const content = await readFile(file, "utf8").catch(() => null);
    if (content === null) continue;
    const document = readMarkdown(content);
    skills.push({
      file: shown,
      folder: basename(dirname(file)),
      document,
      header: readHeader(content),
      missing: await missingLinks(dirname(file), document),
    });
  }
  return skills;
}

async function missingLinks(folder: string, document: Markdown): Promise<SkillView["missing"]> {
  const missing: { text: string; line: number }[] = [];
  for (const [index, prose] of document.prose.entries()) {
    const text = prose.replace(/`[^`]*`/g, "");
    for (const match of text.matchAll(/\]\((?<target>[^)\s]+)(?:\s+"[^"]*")?\)/g)) {
      const target = (match.groups?.["target"] ?? "").replace(/[#?].*$/, "");
      // An address, or a place in the same text.
      if (target === "" || /^[a-z][a-z0-9+.-]*:/i.test(target)) continue;
      if (!(await isInside(folder, decode(target))))
        missing.push({ text: target, line: index + 1 });
    }
  }
  return missing;
}

async function isInside(folder: string, target: string): Promise<boolean> {
  const path = resolve(folder, target);
  const within = relative(folder, path);
  if (target.startsWith("/") || within.startsWith("..")) return false;
  return access(join(folder, within)).then(
    () => true,
    () => false,
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
