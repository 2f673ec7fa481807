import { stripVTControlCharacters } from "node:util";

/**
 * Text from a tool, a model or a file, made safe for a terminal: without escape sequences and control characters, which
 * could move the cursor over what a person is about to approve. Line breaks and tabs stay.
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll("\r", "")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "\u{fffd}")
    .replaceAll(/[\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu, "\u{fffd}");
}

/** The same, in one line. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\s+/gu, " ").trim();
}
