/** A line that is longer is let out in parts, in characters. */
const LONGEST = 8_192;

export interface LineBuffer {
  push(text: string): void;
  /** Lets out what has no line end yet. */
  end(): void;
}

/**
 * Puts chunks of output together to lines, so that what is cut between two chunks (a secret, say) is seen whole by those
 * who mask it.
 */
export function createLineBuffer(lines: (text: string) => void): LineBuffer {
  let waiting = "";
  const letOut = (length: number): void => {
    const text = waiting.slice(0, length).trimEnd();
    waiting = waiting.slice(length);
    if (text !== "") lines(text);
  };
  return {
    push(text) {
      waiting += text;
      const end = waiting.lastIndexOf("\n") + 1;
      if (end > 0) letOut(end);
      if (waiting.length > LONGEST) letOut(waiting.length);
    },
    end: () => letOut(waiting.length),
  };
}
