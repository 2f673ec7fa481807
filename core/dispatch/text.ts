/**
 * The beginning of `text`. A pair of surrogates is kept whole or left out whole.
 *
 * @param text - any text
 * @param max - the most characters (UTF-16 code units) to keep; less than 1 keeps none
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = Math.max(0, Math.floor(max));
  const last = text.charCodeAt(end - 1);
  const isLeadSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isLeadSurrogate ? end - 1 : end);
}

/**
 * `text` where it is short enough, else its beginning with a mark that something is missing. Never longer than `max`
 * characters, as long as `max` has room for the mark.
 */
export function clip(text: string, max: number): string {
  return text.length <= max ? text : `${cut(text, max - 1)}…`;
}
