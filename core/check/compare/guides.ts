import { posix } from "node:path";
import type { GuideView } from "../context.ts";
import { sectionKey, sectionsOf } from "../documents/markdown.ts";
import type { Section } from "../documents/markdown.ts";

/** The sections of an `AGENTS.md` (DESIGN, "Layout"). */
export const GUIDE_SECTIONS = [
  "Purpose",
  "Ownership",
  "Local Contracts",
  "Work Guidance",
  "Verification",
  "Child DOX Index",
] as const;

export type GuideSection = (typeof GUIDE_SECTIONS)[number];

export function guideSections(guide: GuideView): ReadonlyMap<GuideSection, Section> {
  const found = new Map<GuideSection, Section>();
  for (const section of sectionsOf(guide.document, 2)) {
    const name = GUIDE_SECTIONS.find((known) => sectionKey(known) === sectionKey(section.title));
    if (name && !found.has(name)) found.set(name, section);
  }
  return found;
}

/** `AGENTS.md` is a name that others use too; one with at least two of the sections is meant as ours. */
export function isDoxGuide(guide: GuideView): boolean {
  return guideSections(guide).size >= 2;
}

/** An entry of a `Child DOX Index`: the file it names, relative to the workspace. */
export type IndexEntry = { readonly written: string; readonly file: string; readonly line: number };

/** What a guide's index lists: a folder or an `AGENTS.md`, in backticks or as a link, relative to the guide or to the workspace. */
export function indexEntries(guide: GuideView, exists: ReadonlySet<string>): IndexEntry[] {
  const section = guideSections(guide).get("Child DOX Index");
  const entries: IndexEntry[] = [];
  for (let line = section?.start ?? 0; line < (section?.end ?? 0); line++) {
    const prose = guide.document.prose[line - 1] ?? "";
    const item =
      /^\s*(?:[-*+]\s+|\|\s*)(?:\*\*)?(?:`(?<code>[^`]+)`|\[[^\]]*\]\((?<link>[^)\s]+)\))/.exec(
        prose,
      )?.groups;
    const written = item?.["code"] ?? item?.["link"];
    if (written === undefined) continue;
    const path = written.replace(/^\.\//, "").replace(/#.*$/, "");
    const target = path.endsWith("AGENTS.md") ? path : posix.join(path, "AGENTS.md");
    const inFolder = posix.join(guide.folder, target);
    entries.push({
      written,
      file: exists.has(inFolder) ? inFolder : exists.has(target) ? target : inFolder,
      line,
    });
  }
  return entries;
}

/** The guides that a guide has to list: below it, with no other guide between. */
export function childGuides(guide: GuideView, guides: readonly GuideView[]): GuideView[] {
  const below = guides.filter((other) => isDoxGuide(other) && isBelow(other.folder, guide.folder));
  return below.filter(
    (child) => !below.some((between) => between !== child && isBelow(child.folder, between.folder)),
  );
}

function isBelow(folder: string, outer: string): boolean {
  return folder !== outer && (outer === "" || folder.startsWith(`${outer}/`));
}
