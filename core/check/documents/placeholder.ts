import type { Markdown, Section } from "./markdown.ts";

/** What `--fix` begins a line with that a person has to write. */
export const PLACEHOLDER = "TODO:";

const LEFT_OVER =
  /^\s*(?:[-*+]\s+)?(?:\*\*)?(?:TODO|TBD|FIXME|XXX)\b|^\s*(?:[-*+]\s+)?<[a-z][^<>/]*>\s*$|\blorem ipsum\b|^\s*(?:[-*+]\s+)?(?:\.{3}|…)\s*$/i;

/** The first line of a section that is only there to be replaced, or null. */
export function placeholderLine(document: Markdown, { start, end }: Section): number | null {
  for (let line = start; line < end; line++) {
    if (LEFT_OVER.test(document.prose[line - 1] ?? "")) return line;
  }
  return null;
}
