/**
 * Why a tool can not be used, taken apart from where: its error begins with its file, which is shown beside it as well.
 *
 * @param file - as the error names it, or null where there is none
 * @returns the place is the file, with line and column where they are known
 */
export function reasonOf(
  error: string,
  file: string | null,
): { readonly reason: string; readonly place: string | null } {
  if (file === null || !error.startsWith(file)) return { reason: error, place: file };
  const [, position = "", reason] = /^((?::\d+){0,2}): (.+)$/s.exec(error.slice(file.length)) ?? [];
  return reason === undefined ? { reason: error, place: file } : { reason, place: file + position };
}

/** The same on one line beside the file: the reason, and behind it, where it may be cut off, line and column. */
export function reasonFirst(error: string, file: string | null): string {
  const { reason, place } = reasonOf(error, file);
  if (file === null || place === null || place === file) return reason;
  return `${reason} (${place.slice(file.length + 1)})`;
}
