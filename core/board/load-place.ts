import type { LoadFailure } from "./load.ts";

/**
 * Where loading failed, as `file:line:column`.
 *
 * @param relative - makes an absolute path one that people read
 */
export function placeOf(
  { file, line, column }: LoadFailure,
  relative: (file: string) => string,
): string {
  return [relative(file), line, column].filter((part) => part !== null).join(":");
}
