const CALL_BLOCK_NAME = /["']tool_name["']\s*:\s*["'](?<name>[^"'\n]{1,128})["']/g;
const CODE = /`(?<name>[A-Za-z][\w:-]{0,127})`/g;
const WORD = /[A-Za-z][\w-]*/g;

/**
 * The tools of `absent` that a fragment tells the model about. A name counts in code, in a call block, and, when it has
 * an underscore and so is no ordinary word, anywhere.
 *
 * @param text - the fragment as the model would read it
 * @param absent - names of tools that exist and that the model is not offered
 * @returns the names, in the order in which they appear
 */
export function mentionedTools(text: string, absent: ReadonlySet<string>): string[] {
  const mentioned = new Set<string>();
  const candidates = [
    ...named(text, CALL_BLOCK_NAME),
    ...named(text, CODE),
    ...[...text.matchAll(WORD)].map(([word]) => word).filter((word) => word.includes("_")),
  ];
  for (const candidate of candidates) {
    const tool = candidate.split(/:|__/, 1)[0] ?? "";
    if (absent.has(tool)) mentioned.add(tool);
  }
  return [...mentioned];
}

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(({ groups }) => groups?.["name"] ?? "");
}
