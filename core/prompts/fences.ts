const OPENING = /^(?<indent>\s*)(?<fence>`{3,}|~{3,})(?<info>.*)$/;
const CALL = /["']?\btool_name["']?\s*:/;

/**
 * Leaves out the fenced blocks that hold a call, `{"tool_name": …}`. With native tool calling the specs carry the shape,
 * and a model that sees the text form starts to write it (DESIGN, "Prompts").
 *
 * @param markdown - a fragment; a fence that is not closed reaches to its end, as in any Markdown
 */
export function dropCallBlocks(markdown: string): string {
  const lines = markdown.split("\n");
  const kept: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const fence = openingFence(line);
    if (fence === null) {
      kept.push(line);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !closes(lines[end] ?? "", fence)) end += 1;
    const block = lines.slice(at, end + 1);
    if (block.some((each) => CALL.test(each))) {
      // One empty line stays where the block was, not the two around it.
      if (isEmpty(kept.at(-1)) && isEmpty(lines[end + 1])) end += 1;
    } else {
      for (const each of block) kept.push(each);
    }
    at = end;
  }
  return kept.join("\n");
}

/** The fence that a line opens, or null. An info string of a backtick fence holds no backtick: that is inline code. */
function openingFence(line: string): string | null {
  const { fence, info } = OPENING.exec(line)?.groups ?? {};
  if (fence === undefined || (fence.startsWith("`") && info?.includes("`"))) return null;
  return fence;
}

function closes(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}

function isEmpty(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}
