/** Letters of East Asian scripts and pictures take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/**
 * Breaks one line between words, and within a word only where it is longer than a line. What continues is indented as
 * the line itself is.
 *
 * @param width - columns that a line may take
 */
export function wrap(line: string, width: number): string[] {
  const indent = (/^ */.exec(line)?.[0] ?? "").slice(0, Math.floor(width / 2));
  const lines: string[] = [];
  let rest = line;
  for (;;) {
    const fits = lengthWithin(rest, width);
    if (fits === rest.length) return [...lines, rest];
    const space = rest.lastIndexOf(" ", fits);
    const end = space > indent.length ? space : fits;
    lines.push(rest.slice(0, end));
    rest = indent + rest.slice(end).replace(/^ /, "");
  }
}

/** How much of a text fits, in code units; never half a character. */
function lengthWithin(text: string, width: number): number {
  let used = 0;
  let length = 0;
  for (const char of text) {
    used += WIDE.test(char) ? 2 : 1;
    if (used > width) return length;
    length += char.length;
  }
  return length;
}
