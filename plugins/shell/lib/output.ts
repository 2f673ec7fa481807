import { StringDecoder } from "node:string_decoder";

/** What a command wrote, in the order in which it came: its beginning and its end, however much it was. */
export type Output = {
  /** Takes what came on one of the streams. */
  collector(): (chunk: Buffer) => void;
  /** @param mask - takes secrets out; asked before anything is cut, so that no piece of one is left */
  text(mask: (text: string) => Promise<string>): Promise<string>;
  /** The last line that is not empty. */
  lastLine(): string;
};

/** Characters kept beyond what is shown, so that a secret at a cut is seen whole. */
const MARGIN = 10_000;

/** @param most - characters that are kept, half of the beginning and half of the end */
export function collectOutput(most: number): Output {
  const half = Math.floor(most / 2);
  let head = "";
  let tail = "";
  let total = 0;
  const add = (text: string): void => {
    total += text.length;
    const room = half + MARGIN - head.length;
    head += text.slice(0, Math.max(0, room));
    tail += text.slice(Math.max(0, room));
    // Not at each chunk: cutting copies.
    const kept = half + MARGIN;
    if (tail.length > 4 * kept) tail = tail.slice(-kept);
  };
  return {
    collector() {
      const decoder = new StringDecoder("utf8");
      return (chunk) => add(decoder.write(chunk));
    },
    async text(mask) {
      if (total <= 2 * half) return mask(head + tail);
      const begin = (await mask(head)).slice(0, half).toWellFormed();
      const end = (await mask(total <= head.length + tail.length ? head + tail : tail))
        .slice(-half)
        .toWellFormed();
      return `${begin}\n[… ${total - 2 * half} characters are left out …]\n${end}`;
    },
    lastLine: () => (tail === "" ? head : tail).slice(-MARGIN).trimEnd().split("\n").at(-1) ?? "",
  };
}
