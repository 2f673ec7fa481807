import { commandNames, loadCommand, loadCommands } from "./command-files.ts";
import type { Command, ExitCode } from "./command.ts";
import { commandWord, wordsOf } from "./global-options.ts";
import type { KeyboardInput } from "../dispatch/hosts/terminal/keyboard.ts";
import type { Output } from "./output/output.ts";
import { packageManifest } from "./package-manifest.ts";
import { readPlainly } from "./read-plainly.ts";

/** What a command line runs in. The current folder is the process's. */
export type Surroundings = {
  readonly env: NodeJS.ProcessEnv;
  /** Standard input. Opening it takes time, so it is opened when it is first asked for. */
  input(): KeyboardInput;
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
  surroundings: Surroundings,
): Promise<ExitCode> {
  try {
    const word = commandWord(argv);
    const command = word !== null && commandNames().includes(word) ? await loadCommand(word) : null;
    const typed = command && readPlainly(argv, command);
    if (command && typed) {
      const { perform } = await import("./perform.ts");
      return await perform(command, typed, surroundings);
    }
    return await parseAndRun(argv, command, surroundings);
  } catch (error) {
    const { hintOf, tellFault } = await import("./fault.ts");
    await tellFault(error, surroundings.err, surroundings.env);
    const message = error instanceof Error ? error.message : String(error);
    tellProgram(argv, { message, hint: hintOf(error) }, surroundings);
    return 2;
  }
}

/** A program that asked for JSON gets the error as JSON too, in one line. */
function tellProgram(
  argv: readonly string[],
  error: { readonly message: string; readonly hint: string | null },
  { out }: Surroundings,
): void {
  if (argv.includes("--json")) out.jsonText(`${JSON.stringify({ error })}\n`);
}

/** What the parser says, but where it has printed the help because there was nothing to do. */
function told({ code, message }: { readonly code: string; readonly message: string }): {
  readonly message: string;
  readonly hint: string | null;
} {
  if (code === "commander.help") {
    return { message: "No command was given.", hint: "`npx pegboard --help` lists them." };
  }
  return { message: message.replace(/^error: /, ""), hint: null };
}

/** @throws CommandFault where `help` is asked about a command that there is none of */
async function requireKnownHelp(argv: readonly string[]): Promise<void> {
  const [word, about] = wordsOf(argv);
  const names = [...commandNames(), "help"];
  if (word !== "help" || about === undefined || names.includes(about)) return;
  const { CommandFault } = await import("./fault.ts");
  const { didYouMean } = await import("../board/suggest.ts");
  throw new CommandFault(
    `There is no command ${JSON.stringify(about)}${didYouMean(about, names) || "."}`,
    "`npx pegboard --help` lists them.",
  );
}

/** @param known - null where the word is no command, so that all of them are told of */
async function parseAndRun(
  argv: readonly string[],
  known: Command | null,
  surroundings: Surroundings,
): Promise<ExitCode> {
  await requireKnownHelp(argv);
  const { CommanderError } = await import("commander");
  const { buildProgram } = await import("./program.ts");
  let code: ExitCode = 0;
  const program = buildProgram(known ? [known] : await loadCommands(), {
    version: packageManifest().version,
    surroundings,
    ended: (ended) => {
      code = ended;
    },
  });
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    // Commander has told by now what is wrong, or printed the help it was asked for.
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    tellProgram(argv, told(error), surroundings);
    return 2;
  }
}
