import { Argument, Command as Parser, Option } from "commander";
import type { Command, CommandArgument, CommandOption, ExitCode } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import { typedFor } from "./invocation.ts";
import type { Typed } from "./invocation.ts";
import type { Surroundings } from "./run.ts";

export type ProgramOptions = {
  readonly version: string;
  readonly surroundings: Surroundings;
  /** Told how the command ended. */
  ended(code: ExitCode): void;
};

/**
 * The parser of the command line for these commands. It throws a `CommanderError` where it can not go on, having told
 * why; it never ends the process.
 */
export function buildProgram(commands: readonly Command[], options: ProgramOptions): Parser {
  const { out, err } = options.surroundings;
  const program = new Parser("pegboard");
  program
    .description("Hang a TypeScript file on the board and every agent can reach it.")
    .version(options.version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print the help of a command")
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: out.write,
      writeErr: err.write,
      // Commander asks this for the width it wraps at.
      getOutHelpWidth: () => out.columns ?? 100,
      getErrHelpWidth: () => err.columns ?? 100,
    })
    .exitOverride()
    .addHelpText("after", "\nDocumentation: docs/design.md and docs/commands.md of the package.");
  for (const option of GLOBAL_OPTIONS) program.addOption(parserOption(option));
  for (const command of commands) addCommand(program, command, options);
  return program;
}

function addCommand(
  program: Parser,
  command: Command,
  { surroundings, ended }: ProgramOptions,
): void {
  const parser = program
    .command(command.name)
    .summary(command.summary)
    .description([sentence(command.summary), ...(command.details ?? [])].join("\n\n"))
    .allowExcessArguments(false)
    .showHelpAfterError(`See: npx pegboard ${command.name} --help`);
  for (const argument of command.arguments ?? []) parser.addArgument(parserArgument(argument));
  for (const option of command.options ?? []) parser.addOption(parserOption(option));
  const examples = command.examples.map(({ run, does }) => `  ${run}\n      ${does}`);
  parser.addHelpText("after", `\nExamples:\n${examples.join("\n")}`);
  parser.action(async () => {
    const { perform } = await import("./perform.ts");
    ended(await perform(command, readTyped(parser, command), surroundings));
  });
}

function parserArgument(definition: CommandArgument): Argument {
  const { name, description, required, variadic, choices } = definition;
  const word = variadic === true ? `${name}...` : name;
  const argument = new Argument(required === true ? `<${word}>` : `[${word}]`, description);
  return choices ? argument.choices(choices) : argument;
}

function parserOption({ flags, description, choices, repeatable }: CommandOption): Option {
  const option = new Option(flags, description);
  if (choices) option.choices(choices);
  if (repeatable === true) {
    option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
  }
  return option;
}

function readTyped(parser: Parser, command: Command): Typed {
  // Commander names an option by its camel-cased long name.
  const typed = new Map<string, unknown>(Object.entries(parser.optsWithGlobals()));
  const option = (name: string): unknown =>
    typed.get(name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  return typedFor(command, option, parser.processedArgs);
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
