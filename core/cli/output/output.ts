import type { WriteStream } from "node:tty";
import type picocolors from "picocolors";
import { jsonText } from "./json-text.ts";

export type Colors = ReturnType<typeof picocolors.createColors>;

/** Where text goes: standard output or standard error. */
export type Output = {
  /** Columns of the terminal, or null where the text goes to a file or a pipe. */
  readonly columns: number | null;
  /** Aborts when the reader has gone away (`| head`); what is written after that is dropped. */
  readonly closed: AbortSignal;
  write(text: string): void;
  line(text?: string): void;
  json(value: unknown): void;
  /** Loads the colours: plain ones where the reader wants none. */
  colors(): Promise<Colors>;
  /**
   * Resolves when everything written has been handed over, or the reader has gone away.
   *
   * @throws what went wrong with a write, when the reader is still there: a full disk
   */
  flush(): Promise<void>;
};

/**
 * Wraps one of the process's two streams. A reader that goes away is no error: the rest is dropped in silence.
 *
 * @param stream - `process.stdout` or `process.stderr`
 * @param env - read for `NO_COLOR`, `FORCE_COLOR` and `TERM`
 */
export function openOutput(stream: WriteStream, env: NodeJS.ProcessEnv): Output {
  const gone = new AbortController();
  let failure: Error | null = null;
  stream.on("error", (error: Error) => {
    if (!isGone(error)) failure = error;
    gone.abort();
  });
  const write = (text: string): void => {
    if (!gone.signal.aborted && text !== "") stream.write(text);
  };
  return {
    columns: stream.isTTY ? stream.columns : null,
    closed: gone.signal,
    write,
    line: (text = "") => write(`${text}\n`),
    json: (value) => write(jsonText(value)),
    async colors() {
      const { default: colors } = await import("picocolors");
      return colors.createColors(wantsColor(stream.isTTY, env));
    },
    async flush() {
      if (!gone.signal.aborted) {
        await new Promise<void>((resolve) => stream.write("", () => resolve()));
        // A failed write is told after the callback of the next one.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (failure) throw failure;
    },
  };
}

/** The pipe is closed, or the terminal is. */
function isGone(error: Error): boolean {
  return "code" in error && (error.code === "EPIPE" || error.code === "EIO");
}

/** `NO_COLOR` and `FORCE_COLOR` count when they are not empty (https://no-color.org); the first is the stronger. */
function wantsColor(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced) return forced !== "0" && forced !== "false";
  return isTerminal && env["TERM"] !== "dumb";
}
