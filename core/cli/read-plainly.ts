import type { Command, CommandArgument, CommandOption } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global-options.ts";
import { typedFor } from "./invocation.ts";
import type { Typed } from "./invocation.ts";

/**
 * Reads what was typed where that can mean but one thing: options by their long names, each value a word of its own. The
 * parser of command lines takes longer to import than a list of a thousand tools to make, so it is left to what needs it:
 * short names, help, and all that is wrong.
 *
 * @param argv - what was typed after `pegboard`, with the name of `command` among it
 * @returns null where the parser must look at it
 */
export function readPlainly(argv: readonly string[], command: Command): Typed | null {
  const everywhere = byLongFlag(GLOBAL_OPTIONS);
  const own = byLongFlag(command.options ?? []);
  const typed = new Map<string, unknown>();
  const words: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? "";
    if (!word.startsWith("-")) {
      words.push(word);
      continue;
    }
    // Those of the command stand behind it.
    const option = everywhere.get(word) ?? (words.length > 0 ? own.get(word) : undefined);
    if (!option) return null;
    const name = word.slice("--".length);
    if (!/[<[]/.test(option.flags)) {
      typed.set(name, true);
      continue;
    }
    at += 1;
    const value = argv[at];
    if (value === undefined || value.startsWith("-") || option.flags.includes("[")) return null;
    if (option.choices?.includes(value) === false) return null;
    const before: unknown = typed.get(name);
    if (option.repeatable === true)
      typed.set(name, [...(Array.isArray(before) ? before : []), value]);
    else typed.set(name, value);
  }
  const [first, ...rest] = words;
  const values = first === command.name ? valuesOf(rest, command) : null;
  return values && typedFor(command, (name) => typed.get(name), values);
}

/** @returns null where a word is missing, is too much, or is none of the choices */
function valuesOf(words: readonly string[], command: Command): unknown[] | null {
  const definitions = command.arguments ?? [];
  const isVariadic = definitions.at(-1)?.variadic === true;
  if (words.length > definitions.length && !isVariadic) return null;
  const isPlain = ({ required, variadic, choices }: CommandArgument, at: number): boolean => {
    if (!(at in words)) return required !== true;
    return choices === undefined || (variadic !== true && choices.includes(words[at] ?? ""));
  };
  if (!definitions.every(isPlain)) return null;
  return definitions.map(({ variadic }, at) => (variadic === true ? words.slice(at) : words[at]));
}

function byLongFlag(options: readonly CommandOption[]): ReadonlyMap<string, CommandOption> {
  return new Map(options.map((option) => [/--[a-z-]+/.exec(option.flags)?.[0] ?? "", option]));
}
