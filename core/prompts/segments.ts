/** A stretch of text with the file it came from: absolute, or null for text that no file holds. */
export type Segment = { readonly file: string | null; readonly text: string };

/** Rendered text as the value of a variable, which remembers where each stretch came from. */
export class Passage {
  readonly segments: readonly Segment[];

  constructor(segments: readonly Segment[]) {
    this.segments = segments;
  }
}

export function joinText(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join("");
}

/** Without blank space at the beginning and the end of the whole. */
export function trimSegments(segments: readonly Segment[]): Segment[] {
  const begin = segments.findIndex(isInk);
  const end = segments.findLastIndex(isInk);
  return segments
    .slice(Math.max(begin, 0), end + 1)
    .map(({ file, text }, index) => ({ file, text: index === 0 ? text.trimStart() : text }))
    .map(({ file, text }, index, all) => ({
      file,
      text: index === all.length - 1 ? text.trimEnd() : text,
    }));
}

/** Without the line ends that close a file, so that an include can stand in the middle of a line. */
export function dropFinalLineEnds(segments: readonly Segment[]): Segment[] {
  const kept = [...segments];
  for (let last = kept.pop(); last; last = kept.pop()) {
    let end = last.text.length;
    while (last.text[end - 1] === "\n") end -= 1;
    if (end > 0) return [...kept, { file: last.file, text: last.text.slice(0, end) }];
  }
  return kept;
}

/** One stretch for each run of text from the same file; blank space between two files belongs to the first of them. */
export function mergeSegments(segments: readonly Segment[]): Segment[] {
  const merged: { file: string | null; text: string }[] = [];
  for (const segment of segments) {
    const last = merged.at(-1);
    if (last && (last.file === segment.file || !isInk(segment))) last.text += segment.text;
    else if (segment.text !== "") merged.push({ ...segment });
  }
  return merged;
}

/** Blocks one after the other, with an empty line between them. */
export function joinBlocks(blocks: readonly (readonly Segment[])[]): Segment[] {
  const joined: Segment[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last && block.length > 0) joined.push({ file: last.file, text: "\n\n" });
    joined.push(...block);
  }
  return joined;
}

function isInk({ text }: Segment): boolean {
  return text.trim() !== "";
}
