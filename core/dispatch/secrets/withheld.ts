/** Stands for a text that could not be masked. */
export const WITHHELD = "[withheld: masking failed]";

/** What `mask` returns; where it throws, the text is withheld instead of let out as it is. */
export function withheldOnThrow(mask: () => string): string {
  try {
    return mask();
  } catch {
    return WITHHELD;
  }
}
