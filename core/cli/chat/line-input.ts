import { clearScreenDown, createInterface, cursorTo, moveCursor } from "node:readline";
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
  /** Whether a line is begun and not sent. */
  readonly isTyping: boolean;
  /** Writes whole lines above the prompt and what is typed so far. */
  above(write: () => void): void;
  /** Leaves the input to somebody else, until each of them has called `resume`. */
  suspend(): void;
  resume(): void;
  close(): void;
};

export type LineInputOptions = {
  readonly input: KeyboardInput;
  /** Where a terminal shows what is typed. */
  readonly output: WriteStream;
  /** Ctrl-C, which a terminal in this mode does not make a signal of. */
  readonly onInterrupt: () => void;
  /** The first key of a line that is diverted is about to be shown. */
  readonly onTyping: () => void;
};

export function openLineInput(options: LineInputOptions): LineInput {
  const { input, output, onInterrupt, onTyping } = options;
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
  const onKeypress = (key: string | undefined): void => {
    if (diverted && lent === 0 && lines.line === "" && key && /^[^\p{Cc}]/u.test(key)) onTyping();
  };
  // Before the one of readline, which shows the key.
  if (isTerminal) input.prependListener("keypress", onKeypress);

  return {
    isTerminal,
    get isTyping() {
      return isTerminal && lent === 0 && !ended && lines.line !== "";
    },
    above(write) {
      const isShown = isTerminal && lent === 0 && !ended && (waiting !== null || lines.line !== "");
      if (!isShown) return write();
      moveCursor(output, 0, -lines.getCursorPos().rows);
      cursorTo(output, 0);
      clearScreenDown(output);
      write();
      lines.prompt(true);
    },
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
      if (isTerminal) lines.setPrompt("");
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
      input.off("keypress", onKeypress);
      lines.close();
      input.pause();
      give(null);
    },
  };
}
