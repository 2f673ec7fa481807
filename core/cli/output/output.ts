import { Writable } from "node:stream";
import type picocolors from "picocolors";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import type { StreamMasker } from "../../dispatch/secrets/stream-masker.ts";
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
  /** JSON that is text already; masked as data, so that it is JSON afterwards. */
  jsonText(text: string): void;
  /** What others print, in pieces that may be cut anywhere. The end of one may wait for the next. */
  stray(piece: string): void;
  /** `text` as it will be written. For what is cut before: of half a secret nobody knows what it was. */
  mask(text: string): string;
  /** Masks these secrets in all that is written from now on. */
  protect(secrets: Secrets): void;
  /** A way past the masks, for a protocol whose messages are masked where they are made. */
  unmasked(): Writable;
  /** Loads the colours: plain ones where the reader wants none. */
  colors(): Promise<Colors>;
  /**
   * Resolves when everything written has been handed over, or the reader has gone away.
   *
   * @throws what went wrong with a write, when the reader is still there: a full disk
   */
  flush(): Promise<void>;
};

/** What an output is made of: one of the process's two streams. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * Wraps one of the process's two streams. A reader that goes away is no error: the rest is dropped in silence. Whoever
 * replaces the stream's `write` later does not change where this goes.
 *
 * @param stream - `process.stdout` or `process.stderr`
 * @param env - read for `NO_COLOR`, `FORCE_COLOR` and `TERM`
 */
export function openOutput(stream: OutputStream, env: NodeJS.ProcessEnv): Output {
  const gone = new AbortController();
  let failure: Error | null = null;
  let secrets: Secrets | null = null;
  let strays: StreamMasker | null = null;
  stream.on("error", (error: Error) => {
    if (!isGone(error)) failure = error;
    gone.abort();
  });
  const writeToStream = stream.write.bind(stream);
  const print = (text: string): void => {
    if (!gone.signal.aborted && text !== "") writeToStream(text);
  };
  const mask = (text: string): string => (secrets === null ? text : secrets.mask(text));
  const write = (text: string): void => print(mask(text));
  const writeJson = (text: string, value: () => unknown): void => {
    // A secret may be `true` or the name of a key: such text is not JSON any more when it is masked as text.
    if (secrets === null || mask(text) === text) print(text);
    else print(jsonText(secrets.maskDeep(value()), isOneLine(text)));
  };
  return {
    columns: stream.isTTY === true ? (stream.columns ?? null) : null,
    closed: gone.signal,
    write,
    line: (text = "") => write(`${text}\n`),
    json: (value) => writeJson(jsonText(value), () => value),
    jsonText: (text) => writeJson(text, () => JSON.parse(text)),
    mask,
    stray: (piece) => print(strays === null ? piece : strays.push(piece)),
    protect(known) {
      secrets = known;
      print(strays?.end() ?? "");
      strays = known.stream();
    },
    unmasked() {
      const way = new Writable({
        decodeStrings: false,
        write: (chunk: string | Uint8Array, _encoding, done) =>
          void writeToStream(chunk, (error) => done(error)),
      });
      stream.on("error", (error) => way.destroy(error));
      return way;
    },
    async colors() {
      const { default: colors } = await import("picocolors");
      return colors.createColors(wantsColor(stream.isTTY === true, env));
    },
    async flush() {
      print(strays?.end() ?? "");
      strays = secrets?.stream() ?? null;
      if (!gone.signal.aborted) {
        await new Promise<void>((resolve) => writeToStream("", () => resolve()));
        // A failed write is told after the callback of the next one.
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (failure) throw failure;
    },
  };
}

function isOneLine(text: string): boolean {
  return text.indexOf("\n") >= text.length - 1;
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
