import { CommandFault } from "../fault.ts";

const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  y: 31_557_600_000,
};

/**
 * Reads an age such as `12h`, `30d`, `8w` or `1y`.
 *
 * @param option - where it was typed, for the error
 * @returns milliseconds
 * @throws CommandFault when it is no age
 */
export function readAge(option: string, typed: string): number {
  const { number = "", unit = "" } =
    /^(?<number>\d{1,6})(?<unit>[mhdwy])$/.exec(typed.trim())?.groups ?? {};
  const ms = UNITS[unit];
  if (ms !== undefined && Number(number) > 0) return Number(number) * ms;
  throw new CommandFault(
    `${option} ${JSON.stringify(typed)} is no age.`,
    "Write 12h, 30d, 8w or 1y.",
  );
}
