/** The lines of a text without their ends, `\n` or `\r\n`. A final line end makes no further line. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  if (text.endsWith("\n")) lines.pop();
  return lines;
}

/** A line that the model can read: at most `most` characters of it, never half of one. */
export function cutLine(line: string, most: number): string {
  if (line.length <= most) return line;
  const half = /[\uD800-\uDBFF]$/.test(line.slice(0, most));
  return `${line.slice(0, half ? most - 1 : most)}… [cut; ${line.length} characters]`;
}

/** `1 line`, `2 lines`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
