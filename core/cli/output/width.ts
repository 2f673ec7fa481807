import { stripVTControlCharacters } from "node:util";

/** Letters of East Asian scripts and pictures take two columns. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|.\ufe0f|[\u{20000}-\u{3fffd}])/u;

const letters = (text: string): Iterable<{ segment: string }> =>
  new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text);

/** Columns that a line takes in a terminal; colours take none. */
export function textWidth(text: string): number {
  const bare = stripVTControlCharacters(text);
  if (/^[\u0020-\u007e]*$/.test(bare)) return bare.length;
  let width = 0;
  for (const { segment } of letters(bare)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** At most `columns` of an uncoloured line, with `…` where something is cut off. Never half a letter. */
export function cutToWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let kept = "";
  let width = 0;
  for (const { segment } of letters(text)) {
    width += WIDE.test(segment) ? 2 : 1;
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? "" : `${kept.trimEnd()}…`;
}

/** Spaces after `text`, so that it takes `columns`. */
export function padToWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(text)));
}
