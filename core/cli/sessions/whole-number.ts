import { CommandFault } from "../fault.ts";

/**
 * Reads an option that is a whole number from 1 on.
 *
 * @returns undefined where it was not typed
 * @throws CommandFault when it is something else
 */
export function wholeNumber(option: string, typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  const number = Number(typed);
  if (/^\d+$/.test(typed) && number >= 1 && number <= 1_000_000) return number;
  throw new CommandFault(`${option} ${JSON.stringify(typed)} is no whole number from 1 on.`);
}
