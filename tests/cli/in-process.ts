import { PassThrough } from "node:stream";
import { runCommandLine } from "../../core/cli/run.ts";
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
  const write = (more: string): void => {
    text += more;
  };
  return {
    text: () => text,
    output: {
      columns: null,
      closed: new AbortController().signal,
      write,
      line: (line = "") => write(`${line}\n`),
      json: (value) => write(`${JSON.stringify(value, null, 2)}\n`),
      async colors() {
        const { default: colors } = await import("picocolors");
        return colors.createColors(false);
      },
      flush: async () => {},
    },
  };
}
