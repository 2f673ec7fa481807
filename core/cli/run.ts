import { commandNames, loadCommand, loadCommands } from "./command-files.ts";
import type { ExitCode } from "./command.ts";
import { tellFault } from "./fault.ts";
import { commandWord } from "./global-options.ts";
import type { Output } from "./output/output.ts";
import { packageManifest } from "./package-manifest.ts";

export type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  readonly out: Output;
  readonly err: Output;
};

/**
 * Does what was typed. Never throws: whatever goes wrong is told on `err`.
 *
 * @param argv - what was typed after `pegboard`
 * @returns the code to exit with
 */
export async function runCommandLine(
  argv: readonly string[],
  { env, out, err }: Surroundings,
): Promise<ExitCode> {
  const { CommanderError } = await import("commander");
  const { buildProgram } = await import("./program.ts");
  let code: ExitCode = 0;
  try {
    const word = commandWord(argv);
    const commands =
      word !== null && commandNames().includes(word)
        ? [await loadCommand(word)]
        : await loadCommands();
    const program = buildProgram(commands, {
      version: packageManifest().version,
      out,
      err,
      ended: (ended) => {
        code = ended;
      },
    });
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    // Commander has told by now what is wrong, or printed the help it was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    await tellFault(error, err, env);
    return 2;
  }
}
