import type { Automaton } from "./automaton.ts";
import { beginScan, scanOn } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { withheldOnThrow } from "./withheld.ts";

/** Masks a text that comes in chunks. What comes out, put together, is the mask of the whole text. */
export interface StreamMasker {
  /** Takes the next chunk; returns what can be let out, which may be nothing. Never throws. */
  push(chunk: string): string;
  /** The text is over: returns what was held back. Never throws. */
  end(): string;
}

/** For a stream without secrets. */
export const passThrough: StreamMasker = { push: (chunk) => chunk, end: () => "" };

/**
 * Makes a masker. It holds back no more than the longest end of the text that could be the beginning of a secret, and
 * takes time linear in the length of the text however it is cut.
 */
export function createStreamMasker(automaton: Automaton): StreamMasker {
  const scan = beginScan();
  // Everything before this position is out, or lies in a stretch whose replacement is still to come.
  let done = 0;

  /** Lets out everything up to `to`; `chunk` is what was read since `pending` was the undecided end. */
  const letOut = (to: number, pending: string, chunk: string): string => {
    const first = done;
    const text = (from: number, until: number): string =>
      pending.slice(from - first, until - first) +
      chunk.slice(
        Math.max(0, from - first - pending.length),
        Math.max(0, until - first - pending.length),
      );
    let out = "";
    for (const { start, end, replacement } of takeClosed(scan, to)) {
      if (start > done) out += text(done, start);
      out += replacement;
      done = end;
    }
    const limit = Math.min(to, scan.stretches[0]?.start ?? to);
    if (limit > done) out += text(done, limit);
    done = to;
    return out;
  };

  // After a fault nothing is known of what is held back, so nothing more is let out.
  let broken = false;
  const guarded = (step: () => string): string => {
    if (broken) return "";
    broken = true;
    return withheldOnThrow(() => {
      const out = step();
      broken = false;
      return out;
    });
  };

  return {
    push: (chunk) =>
      guarded(() => {
        // The undecided end is the way to the automaton's state, so it need not be kept.
        const pending = automaton.path(scan.state);
        scanOn(scan, automaton, chunk);
        return letOut(scan.position - automaton.depth(scan.state), pending, chunk);
      }),
    end: () =>
      guarded(() => {
        const pending = automaton.path(scan.state);
        scan.state = 0;
        return letOut(scan.position, pending, "");
      }),
  };
}

/** Takes the stretches that nothing can extend any more: a secret that is still possible begins at `to` or later. */
function takeClosed(scan: Scan, to: number): Scan["stretches"] {
  const open = scan.stretches.findIndex(({ end }) => end > to);
  return scan.stretches.splice(0, open === -1 ? scan.stretches.length : open);
}
