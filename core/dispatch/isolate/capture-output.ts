/**
 * Sends what this thread writes to stdout and stderr elsewhere. The streams that a worker gives its parent to read would
 * keep the parent alive, and what is not read would end up among the parent's own output.
 */
export function captureOutput(send: (text: string) => void): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (
      chunk: Uint8Array | string,
      encoding?: BufferEncoding | ((error?: Error | null) => void),
      done?: (error?: Error | null) => void,
    ): boolean => {
      send(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
      const callback = typeof encoding === "function" ? encoding : done;
      if (callback !== undefined) queueMicrotask(() => callback());
      return true;
    };
  }
}
