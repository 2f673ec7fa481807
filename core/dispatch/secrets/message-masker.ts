import type { Automaton } from "./automaton.ts";
import { beginScan, scanOn } from "./scan.ts";
import { withheldOnThrow } from "./withheld.ts";

/** Masks messages that come one after another, each of them shown at once and whole. */
export interface MessageMasker {
  /** Never throws. */
  mask(message: string): string;
}

/** For messages without secrets. */
export const unmasked: MessageMasker = { mask: (message) => message };

/** From so many characters on, an end that could be the beginning of a secret is not shown. */
const TELLING = 3;

/** Stands for such an end. */
const CUT = "…";

/**
 * Makes a masker. Nothing of a message waits for the next one, as it does in a stream; still a secret that is cut over
 * several messages is found: its end is masked in the message that has it, and of its beginning no more than two
 * characters are shown.
 */
export function createMessageMasker(automaton: Automaton): MessageMasker {
  const scan = beginScan();

  const masked = (message: string): string => {
    const from = scan.position;
    scanOn(scan, automaton, message);
    const to = scan.position;
    const pending = automaton.depth(scan.state);
    let out = "";
    let done = from;
    for (const { start, end, replacement } of scan.stretches) {
      if (end <= from) continue;
      if (start > done) out += message.slice(done - from, start - from);
      out += replacement;
      done = Math.max(done, end);
    }
    const shown = pending < TELLING ? to : Math.max(from, to - pending);
    if (shown > done) out += message.slice(done - from, shown - from);
    if (shown < to && done < to) out += CUT;
    forget(to - pending);
    return out;
  };

  /** Stretches that nothing can extend any more. */
  const forget = (before: number): void => {
    const open = scan.stretches.findIndex(({ end }) => end > before);
    scan.stretches.splice(0, open === -1 ? scan.stretches.length : open);
  };

  // After a fault nothing is known of what came before.
  let broken = false;
  return {
    mask: (message) =>
      withheldOnThrow(() => {
        if (broken) throw new Error("a message before could not be masked");
        broken = true;
        const out = masked(message);
        broken = false;
        return out;
      }),
  };
}
