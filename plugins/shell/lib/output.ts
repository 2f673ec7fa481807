import { StringDecoder } from "node:string_decoder";

/** What a command wrote, in the order in which it came: its beginning and its end, however much it was. */
export type Output = {
  /** Takes what came on one of the streams. */
  collector(): (chunk: Buffer) => void;
  text(): string;
  /** The last line that is not empty. */
  lastLine(): string;
};

/** @param most - characters that are kept, half of the beginning and half of the end */
export function collectOutput(most: number): Output {
  const half = Math.floor(most / 2);
  let head = "";
  let tail = "";
  let total = 0;
  const add = (text: string): void => {
    total += text.length;
    const room = half - head.length;
    head += text.slice(0, Math.max(0, room));
    tail += text.slice(Math.max(0, room));
    // Not at each chunk: cutting copies.
    if (tail.length > 4 * half) tail = tail.slice(-half);
  };
  return {
    collector() {
      const decoder = new StringDecoder("utf8");
      return (chunk) => add(decoder.write(chunk));
    },
    text() {
      const end = tail.slice(-half);
      const lost = total - head.length - end.length;
      return lost <= 0
        ? head + tail
        : `${head.toWellFormed()}\n[… ${lost} characters are left out …]\n${end.toWellFormed()}`;
    },
    lastLine: () => `${head.slice(-400)}${tail.slice(-400)}`.trimEnd().split("\n").at(-1) ?? "",
  };
}
