import { readFileSync } from "node:fs";
import { codeFrame } from "./code-frame.ts";
import { plainText } from "./plain.ts";

/**
 * The lines of a file around a place, safe for a terminal.
 *
 * @param file - absolute path
 * @param line - 1-based
 * @param column - 1-based, or null
 * @returns null when there is nothing to show: no such line, an unreadable file, or one that holds secrets
 */
export function sourceFrame(file: string, line: number, column: number | null): string | null {
  // A frame around a bad line of secrets would print its neighbours.
  if (/\.env(?:\.|$)/i.test(file)) return null;
  try {
    const frame = codeFrame(readFileSync(file, "utf8"), line, column);
    return frame === null ? null : plainText(frame);
  } catch {
    // What is wrong with the file is in the message that this would have illustrated.
    return null;
  }
}
