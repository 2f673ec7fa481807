import { readText } from "./text.ts";
import type { Text } from "./text.ts";

type Heading = { readonly level: number; readonly title: string; readonly line: number };

/** A fenced block. What is fenced inside of it, with a shorter fence, is its content. */
type Fence = {
  /** The first word after the opening fence, in lower case: `json`. */
  readonly language: string;
  /** The line of the opening fence; content begins on the next one. */
  readonly line: number;
  readonly content: string;
};

export type Markdown = Text & {
  /**
   * For each line what is prose in it: front matter, fenced code and HTML comments are blank, at the same columns.
   */
  readonly prose: readonly string[];
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
  /** How many lines the front matter takes, its two fences included; 0 without one. */
  readonly frontMatterLines: number;
};

export type Section = {
  readonly title: string;
  readonly line: number;
  /** The lines of the section below its heading, 1-based; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
};

const FENCE = /^\s*(?:>\s*)?(?<marks>`{3,}|~{3,})(?<info>.*)$/;

/** Reads the parts of Markdown that documents about tools are made of. Never throws. */
export function readMarkdown(content: string): Markdown {
  const text = readText(content);
  const frontMatterLines = countFrontMatter(text.lines);
  const prose: string[] = [];
  const headings: Heading[] = [];
  const fences: Fence[] = [];
  let open: { marks: string; language: string; line: number; content: string[] } | null = null;
  let inComment = false;
  text.lines.forEach((raw, index) => {
    const line = index + 1;
    if (index < frontMatterLines) return void prose.push("");
    if (open) {
      if (closes(raw, open.marks)) {
        fences.push({ ...open, content: open.content.join("\n") });
        open = null;
      } else open.content.push(raw);
      return void prose.push("");
    }
    const fence = inComment ? undefined : FENCE.exec(raw)?.groups;
    const marks = fence?.["marks"] ?? "";
    const info = fence?.["info"] ?? "";
    if (fence && !(marks.startsWith("`") && info.includes("`"))) {
      const language = /^\s*\{?\.?([\w+-]*)/.exec(info)?.[1]?.toLowerCase() ?? "";
      open = { marks, language, line, content: [] };
      return void prose.push("");
    }
    const visible = blankComments(raw, inComment);
    inComment = visible.inComment;
    prose.push(visible.text);
    const heading = /^ {0,3}(?<marks>#{1,6})(?:\s+(?<title>.*?))?(?:\s+#+)?\s*$/.exec(visible.text);
    if (heading?.groups) {
      const { marks: level = "", title = "" } = heading.groups;
      headings.push({ level: level.length, title, line });
    }
  });
  // A fence that nobody closed reaches to the end of the file.
  const last = open as { language: string; line: number; content: string[] } | null;
  if (last) fences.push({ ...last, content: last.content.join("\n") });
  return { ...text, prose, headings, fences, frontMatterLines };
}

function closes(line: string, marks: string): boolean {
  const found = /^\s*(?:>\s*)?(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return found !== undefined && found[0] === marks[0] && found.length >= marks.length;
}

function countFrontMatter(lines: readonly string[]): number {
  const [first = ""] = lines;
  if (!first.startsWith("---") || first.startsWith("----")) return 0;
  const end = lines.findIndex((line, index) => index > 0 && /^---\s*$/.test(line));
  return end === -1 ? 0 : end + 1;
}

/** Blanks what is inside `<!-- -->`, but for one that stands in backticks. */
function blankComments(line: string, inside: boolean): { text: string; inComment: boolean } {
  let text = "";
  let inComment = inside;
  for (let i = 0; i < line.length;) {
    if (inComment) {
      const end = line.indexOf("-->", i);
      const stop = end === -1 ? line.length : end + 3;
      text += " ".repeat(stop - i);
      inComment = end === -1;
      i = stop;
    } else if (line.startsWith("<!--", i)) {
      inComment = true;
    } else if (line[i] === "`") {
      const marks = /^`+/.exec(line.slice(i))?.[0] ?? "`";
      const end = line.indexOf(marks, i + marks.length);
      const stop = end === -1 ? i + marks.length : end + marks.length;
      text += line.slice(i, stop);
      i = stop;
    } else {
      text += line[i];
      i++;
    }
  }
  return { text, inComment };
}

/** A title as documents are searched by: `Break Loop`, `break-loop` and `` `break_loop` `` are one. */
export function sectionKey(title: string): string {
  return title
    .replace(/[`*:]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ");
}

/** The sections that headings of `level` begin, each up to the next heading of that level or above. */
export function sectionsOf(
  markdown: Markdown,
  level: number,
  from = 1,
  to = markdown.lines.length + 1,
): Section[] {
  const inside = markdown.headings.filter((h) => h.line >= from && h.line < to);
  return inside
    .filter((h) => h.level === level)
    .map((h) => ({
      title: h.title,
      line: h.line,
      start: h.line + 1,
      end: inside.find((next) => next.line > h.line && next.level <= level)?.line ?? to,
    }));
}

/** The lines of a section that hold something: prose, or code in a fence. */
export function hasContent(markdown: Markdown, section: Section): boolean {
  for (let line = section.start; line < section.end; line++) {
    const prose = (markdown.prose[line - 1] ?? "").trim();
    if (prose !== "" && !/^#{1,6}(\s|$)/.test(prose)) return true;
  }
  return markdown.fences.some(
    (f) => f.line >= section.start && f.line < section.end && f.content.trim() !== "",
  );
}
