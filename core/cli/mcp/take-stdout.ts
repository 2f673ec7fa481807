import { Writable } from "node:stream";

/**
 * Takes standard output for one writer: what anything else in the process writes there goes to `rest` from now on.
 *
 * @returns the way to what was standard output
 */
export function takeStdout(stdout: NodeJS.WriteStream, rest: NodeJS.WriteStream): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = rest.write.bind(rest);
  const taken = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) =>
      void write(chunk, (error) => done(error)),
  });
  stdout.on("error", (error) => taken.destroy(error));
  return taken;
}
