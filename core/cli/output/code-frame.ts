/** Lines shown before and after the one that matters. */
const AROUND = 2;

/**
 * The lines around a place in a file, the place marked, as compilers show it.
 *
 * @param source - the whole text of the file
 * @param line - 1-based
 * @param column - 1-based, or null to mark the line alone
 * @returns the frame, or null when the file has no such line
 */
export function codeFrame(source: string, line: number, column: number | null): string | null {
  const lines = source.split(/\r?\n/);
  if (!Number.isInteger(line) || line < 1 || line > lines.length) return null;
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const gutter = String(last).length;
  const frame: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = lines[number - 1] ?? "";
    const mark = number === line ? ">" : " ";
    frame.push(`${mark} ${String(number).padStart(gutter)} | ${text}`.trimEnd());
    if (number === line && column !== null && column >= 1) {
      // Tabs are kept, so that the mark stands under its letter however wide they are shown.
      const before = text.slice(0, column - 1).replaceAll(/[^\t]/g, " ");
      frame.push(`  ${" ".repeat(gutter)} | ${before}^`);
    }
  }
  return frame.join("\n");
}
