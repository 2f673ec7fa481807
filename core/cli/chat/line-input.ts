import { createInterface } from "node:readline";
import type { Interface } from "node:readline";
import type { WriteStream } from "node:tty";
import type { KeyboardInput } from "../../dispatch/hosts/terminal/keyboard.ts";

/** Lines that a person types, or a program writes. */
export type LineInput = {
  /** Whether a person sits at it. */
  readonly isTerminal: boolean;
  /** The next line, or null when there will be none. */
  next(prompt: string): Promise<string | null>;
  /** Gives lines to `take` as they come, until it is called again with null. */
  divert(take: ((line: string) => void) | null): void;
  /** Leaves the input to somebody else, until each of them has called `resume`. */
  suspend(): void;
  resume(): void;
  close(): void;
};

/**
 * @param output - where a terminal shows what is typed
 * @param onInterrupt - Ctrl-C, which a terminal in this mode does not make a signal of
 */
export function openLineInput(
  input: KeyboardInput,
  output: WriteStream,
  onInterrupt: () => void,
): LineInput {
  const isTerminal = input.isTTY === true;
  const queue: string[] = [];
  let lent = 0;
  let ended = false;
  let diverted: ((line: string) => void) | null = null;
  let waiting: ((line: string | null) => void) | null = null;

  const give = (line: string | null): void => {
    const taker = waiting;
    waiting = null;
    taker?.(line);
  };
  const open = (): Interface => {
    const opened = createInterface({ input, output, terminal: isTerminal, prompt: "" });
    opened.on("line", (line) => {
      if (waiting) give(line);
      else if (diverted) diverted(line);
      else queue.push(line);
    });
    opened.on("SIGINT", onInterrupt);
    opened.on("close", () => {
      // What is lent was closed on purpose, and is opened again.
      if (lent > 0) return;
      ended = true;
      give(null);
    });
    return opened;
  };
  let lines = open();

  return {
    isTerminal,
    async next(prompt) {
      const queued = queue.shift();
      if (queued !== undefined) return queued;
      if (ended) return null;
      if (isTerminal) {
        lines.setPrompt(prompt);
        lines.prompt();
      }
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    divert(take) {
      diverted = take;
    },
    suspend() {
      // Nobody asks on a pipe, and closing it would lose the lines that are in it.
      if (!isTerminal) return;
      lent += 1;
      if (lent === 1) lines.close();
    },
    resume() {
      if (!isTerminal) return;
      lent -= 1;
      if (lent === 0 && !ended && !input.destroyed) lines = open();
    },
    close() {
      ended = true;
      lines.close();
      input.pause();
      give(null);
    },
  };
}
