import type { Automaton } from "./automaton.ts";

/** A stretch of text to be masked as one. Occurrences that overlap make one stretch, named after the longest. */
export type Stretch = {
  readonly start: number;
  readonly end: number;
  /** Length of the longest occurrence in it. */
  readonly longest: number;
  readonly replacement: string;
};

/** How far a text has been read. Positions count from the beginning of the whole text, in UTF-16 code units. */
export type Scan = {
  state: number;
  position: number;
  /** In order, apart from one another. */
  readonly stretches: Stretch[];
};

export function beginScan(): Scan {
  return { state: 0, position: 0, stretches: [] };
}

/** Reads on, in time linear in the length of `text`. */
export function scanOn(scan: Scan, automaton: Automaton, text: string): void {
  const { begins } = automaton;
  let { state } = scan;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (state === 0 && begins[char] === 0) continue;
    state = automaton.next(state, char);
    const match = automaton.match(state);
    if (match === null) continue;
    const end = scan.position + i + 1;
    const longest = match.text.length;
    addStretch(scan.stretches, {
      start: end - longest,
      end,
      longest,
      replacement: match.replacement,
    });
  }
  scan.state = automaton.open(state);
  scan.position += text.length;
}

function addStretch(stretches: Stretch[], added: Stretch): void {
  let merged = added;
  for (let last = stretches.at(-1); last && last.end > merged.start; last = stretches.at(-1)) {
    stretches.pop();
    const longer = last.longest >= merged.longest ? last : merged;
    merged = {
      start: Math.min(last.start, merged.start),
      end: merged.end,
      longest: longer.longest,
      replacement: longer.replacement,
    };
  }
  stretches.push(merged);
}
