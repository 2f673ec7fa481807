import type { Writable } from "node:stream";
import { readLine } from "../../dispatch/hosts/terminal/keyboard.ts";
import type { KeyboardInput } from "../../dispatch/hosts/terminal/keyboard.ts";
import { CommandFault } from "../fault.ts";
import {
  ARGUMENT_TYPES,
  DEFAULT_ARGUMENT,
  parseToolArgument,
  requireDistinct,
  requireSentence,
} from "./tool-arguments.ts";
import type { ToolArgument } from "./tool-arguments.ts";

/** What a new tool is to be. */
export type ToolWishes = {
  readonly description: string;
  readonly risk: "read" | "write";
  readonly args: readonly ToolArgument[];
};

const DEFAULTS: ToolWishes = {
  description: "Gives back what it is given.",
  risk: "read",
  args: [DEFAULT_ARGUMENT],
};

/** Nobody said otherwise. */
export function withDefaults(said: Partial<ToolWishes>): ToolWishes {
  return { ...DEFAULTS, ...said };
}

/** Gives an answer, or null when the person breaks off. */
export type Ask = (question: string) => Promise<string | null>;

/** Asks in a terminal, line by line. */
export function askIn(input: KeyboardInput, output: Writable): Ask {
  const never = new AbortController().signal;
  return async (question) => {
    const typed = await readLine(input, output, question, "", never);
    return typed.kind === "typed" ? typed.text.trim() : null;
  };
}

/**
 * Asks a person for what they did not say on the command line. An answer that can not be used is asked for again, with
 * the reason.
 *
 * @param said - what they did say
 * @param tell - shows a line
 * @returns null when they break off
 */
export async function askForTool(
  said: Partial<ToolWishes>,
  ask: Ask,
  tell: (line: string) => void,
): Promise<ToolWishes | null> {
  const description =
    said.description ??
    (await untilFit(
      () => ask(`What does it do, and when is it to be used? (${DEFAULTS.description}) `),
      (text) => (text === "" ? DEFAULTS.description : requireSentence("a description", text)),
      tell,
    ));
  if (description === null) return null;
  const args = said.args ?? (await askForArguments(ask, tell));
  if (args === null) return null;
  const risk =
    said.risk ??
    (await untilFit(
      () => ask("Risk: read runs unasked, write asks a person (read) "),
      riskOf,
      tell,
    ));
  return risk === null ? null : { description, args, risk };
}

async function askForArguments(
  ask: Ask,
  tell: (line: string) => void,
): Promise<readonly ToolArgument[] | null> {
  tell(
    `Its arguments, each as name:type:meaning (city:string:City name), or name?:… where it may be left out; types are ${ARGUMENT_TYPES.join(", ")}. Enter ends the list; at once, it has one: ${DEFAULT_ARGUMENT.name}.`,
  );
  const args: ToolArgument[] = [];
  for (;;) {
    const arg = await untilFit(
      () => ask(`Argument ${args.length + 1}: `),
      (text) => {
        if (text === "") return "no more" as const;
        const parsed = parseToolArgument(text);
        requireDistinct([...args, parsed]);
        return parsed;
      },
      tell,
    );
    if (arg === null) return null;
    if (arg === "no more") return args.length === 0 ? DEFAULTS.args : args;
    args.push(arg);
  }
}

function riskOf(text: string): "read" | "write" {
  const risk = text.toLowerCase();
  if (risk === "" || risk === "r" || risk === "read") return "read";
  if (risk === "w" || risk === "write") return "write";
  throw new CommandFault(`There is no risk ${JSON.stringify(text)}.`, "Write read or write.");
}

async function untilFit<T>(
  answer: () => Promise<string | null>,
  read: (text: string) => T,
  tell: (line: string) => void,
): Promise<T | null> {
  for (;;) {
    const text = await answer();
    if (text === null) return null;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof CommandFault)) throw error;
      tell([error.message, error.hint].filter((part) => part !== null).join(" "));
    }
  }
}
