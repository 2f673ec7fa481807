import type { Automaton } from "./automaton.ts";
import { beginScan, scanOn } from "./scan.ts";

/**
 * Puts a replacement in the place of each secret. Occurrences that overlap are masked as one, so that no part of either
 * is left.
 *
 * @returns `text` itself where nothing is found
 */
export function maskText(automaton: Automaton, text: string): string {
  const scan = beginScan();
  scanOn(scan, automaton, text);
  if (scan.stretches.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, replacement } of scan.stretches) {
    parts.push(text.slice(done, start), replacement);
    done = end;
  }
  parts.push(text.slice(done));
  return parts.join("");
}
