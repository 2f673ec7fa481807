import { StringDecoder } from "node:string_decoder";
import type { Output } from "./output.ts";

type Done = (error?: Error | null) => void;

/**
 * Keeps the process's two streams for the command, from now on. What tools and packages print goes to standard error,
 * masked as all else there is, so that the payload is alone on standard output.
 *
 * @param err - opened before, as is the output of standard output: they keep the way to the streams
 */
export function claimStreams(
  { stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">,
  err: Output,
): void {
  redirect(stdout, err.stray);
  // The line editor writes here, letter by letter, and nothing of that may wait.
  redirect(stderr, err.write);
}

function redirect(stream: NodeJS.WriteStream, print: (text: string) => void): void {
  const decoder = new StringDecoder("utf8");
  stream.write = (
    chunk: Uint8Array | string,
    encoding?: BufferEncoding | Done,
    done?: Done,
  ): boolean => {
    const bytes =
      typeof chunk === "string" && typeof encoding === "string" && !/^utf-?8$/i.test(encoding)
        ? Buffer.from(chunk, encoding)
        : chunk;
    print(typeof bytes === "string" ? bytes : decoder.write(Buffer.from(bytes)));
    const callback = typeof encoding === "function" ? encoding : done;
    if (callback !== undefined) queueMicrotask(() => callback());
    return true;
  };
}
