import type { CommandOption } from "./command.ts";

/** What every command takes, before or after its name. */
export const GLOBAL_OPTIONS = [
  {
    flags: "--root <dir>",
    description: "the workspace (default: the nearest one up from here)",
  },
  { flags: "--profile <name>", description: "the profile (default: default)" },
  { flags: "--json", description: "JSON on standard output, for programs" },
] as const satisfies readonly CommandOption[];

/**
 * The first word that is no option: the command. Told before anything is parsed, so that only its own file is loaded.
 *
 * @param argv - what was typed after `pegboard`
 */
export function commandWord(argv: readonly string[]): string | null {
  return wordsOf(argv)[0] ?? null;
}

/** The words that are no options; what follows an option of a command counts as one too. */
export function wordsOf(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index];
    if (word === undefined || word === "--") break;
    if (word === "--root" || word === "--profile") index += 1;
    else if (!word.startsWith("-")) words.push(word);
  }
  return words;
}
