import { PassThrough, Writable } from "node:stream";
import { runCommandLine } from "../../core/cli/run.ts";
import { openOutput } from "../../core/cli/output/output.ts";
import type { Output } from "../../core/cli/output/output.ts";
import type { Ran, RunOptions } from "./pegboard.ts";

/**
 * Does what the built command does with these words, from the sources and in this process: everything but the process
 * itself, whose streams, signals and exit are tested with `pegboard`.
 */
export async function pegboardHere(
  args: readonly string[],
  { cwd, stdin = "", env = {} }: RunOptions,
): Promise<Omit<Ran, "signal">> {
  const [out, err] = [collecting(), collecting()];
  const input = new PassThrough().end(stdin);
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await runCommandLine(args, {
      env: { HOME: cwd, ...env },
      input: () => input,
      out: out.output,
      err: err.output,
    });
    return { code, stdout: out.text(), stderr: err.text() };
  } finally {
    process.chdir(before);
  }
}

/** A stream that is no terminal. */
function collecting(): { readonly output: Output; text(): string } {
  let text = "";
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { text: () => text, output: openOutput(stream, { NO_COLOR: "1" }) };
}
