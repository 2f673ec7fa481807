import type { Command, Invocation } from "./command.ts";
import type { Surroundings } from "./run.ts";

/** What was typed, without what it runs in. */
export type Typed = Omit<Invocation, keyof Surroundings>;

/**
 * What was typed, as a command reads it.
 *
 * @param option - by the long name of an option
 * @param argumentsTyped - in the order of the definition; a variadic one is a list
 */
export function typedFor(
  command: Command,
  option: (name: string) => unknown,
  argumentsTyped: readonly unknown[],
): Typed {
  const values = new Map(
    (command.arguments ?? []).map(({ name }, at) => [name, argumentsTyped[at]]),
  );
  return {
    root: textOf(option("root")),
    profile: textOf(option("profile")),
    json: option("json") === true,
    option: (name) => textOf(option(name)),
    options: (name) => textsOf(option(name)),
    flag: (name) => option(name) === true,
    argument: (name) => textOf(values.get(name)),
    argumentList: (name) => textsOf(values.get(name)),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
