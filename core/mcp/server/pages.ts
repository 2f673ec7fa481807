/** One page of a list, and where the next begins. */
export type Page<T> = { readonly items: readonly T[]; readonly nextCursor?: string };

/** As many as a client gets at once. */
export const PAGE_SIZE = 1_000;

/**
 * Cuts a page from a list that is sorted by key. A cursor names the last entry that was sent, so that a list which
 * changes between two pages neither repeats nor drops what stays.
 *
 * @returns null for a cursor that never came from here
 */
export function pageOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  cursor: string | undefined,
  size: number = PAGE_SIZE,
): Page<T> | null {
  let start = 0;
  if (cursor !== undefined) {
    const after = decode(cursor);
    if (after === null) return null;
    const found = items.findIndex((item) => keyOf(item) > after);
    start = found < 0 ? items.length : found;
  }
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  const more = start + size < items.length && last !== undefined;
  return { items: page, ...(more ? { nextCursor: encode(keyOf(last)) } : {}) };
}

const MARK = "after:";

function encode(key: string): string {
  return Buffer.from(MARK + key).toString("base64url");
}

function decode(cursor: string): string | null {
  const text = Buffer.from(cursor, "base64url").toString();
  return text.startsWith(MARK) && encode(text.slice(MARK.length)) === cursor
    ? text.slice(MARK.length)
    : null;
}
