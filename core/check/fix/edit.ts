/** Lines to put in before a line (1-based), or to put in its place. */
export type Edit = {
  readonly line: number;
  readonly replace: boolean;
  readonly lines: readonly string[];
};

/** The lines with all edits made; two in one place come in their order. */
export function applyEdits(lines: readonly string[], edits: readonly Edit[]): string[] {
  const before = new Map<number, string[]>();
  const replaced = new Map<number, readonly string[]>();
  for (const { line, replace, lines: more } of edits) {
    if (replace) replaced.set(line, more);
    else before.set(line, [...(before.get(line) ?? []), ...more]);
  }
  const result = lines.flatMap((text, index) => [
    ...(before.get(index + 1) ?? []),
    ...(replaced.get(index + 1) ?? [text]),
  ]);
  return [...result, ...(before.get(lines.length + 1) ?? [])];
}
