import type { Command, CommandArgument, CommandOption } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";

/** The reference of all commands as Markdown: what `docs/commands.md` holds. */
export function commandDocs(commands: readonly Command[]): string {
  const parts = [
    "# Commands",
    "<!-- Generated from core/cli/commands by `npm run docs`. -->",
    'The payload goes to standard output, everything else to standard error. Exit code 0: fine. 1: the answer is no (a failed call, a failed check). 2: the command or the configuration is wrong; with `--json`, standard output then holds `{"error": {"message", "hint"}}` in one line (`hint` may be null).',
    "`PEGBOARD_DEBUG=1` shows where an error comes from. `NO_COLOR` and `FORCE_COLOR` switch colours.",
    table(["command", "does"], commands.map(indexRow)),
    "## Options of every command",
    table(["option", "meaning"], GLOBAL_OPTIONS.map(optionRow)),
    ...commands.flatMap(section),
  ];
  return `${parts.join("\n\n")}\n`;
}

function indexRow(command: Command): string[] {
  return [`[\`pegboard ${usage(command)}\`](#${command.name})`, command.summary];
}

function section(command: Command): string[] {
  const { name, summary, details = [], arguments: args = [], options = [], examples } = command;
  return [
    `## ${name}`,
    `\`pegboard ${usage(command)}\`: ${summary}.`,
    ...details,
    ...(args.length > 0 ? [table(["argument", "meaning"], args.map(argumentRow))] : []),
    ...(options.length > 0 ? [table(["option", "meaning"], options.map(optionRow))] : []),
    `\`\`\`sh\n${examples.map(({ run, does }) => `${run}   # ${does}`).join("\n")}\n\`\`\``,
  ];
}

function usage({ name, arguments: args = [], options = [] }: Command): string {
  const words = args.map(({ name: word, required, variadic }) => {
    const shown = variadic === true ? `${word}...` : word;
    return required === true ? `<${shown}>` : `[${shown}]`;
  });
  return [name, ...(options.length > 0 ? ["[options]"] : []), ...words].join(" ");
}

function argumentRow({ name, description, choices }: CommandArgument): string[] {
  return [`\`${name}\``, withChoices(description, choices)];
}

function optionRow({ flags, description, choices }: CommandOption): string[] {
  return [`\`${flags}\``, withChoices(description, choices)];
}

function withChoices(description: string, choices: readonly string[] | undefined): string {
  return choices ? `${description}; one of ${choices.join(", ")}` : description;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(tableLine).join("\n");
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}
