import { CommandFault } from "../fault.ts";

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const EXTENSION_NAME = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;

/**
 * Holds a name of a tool, a plugin or a profile to the rule (DESIGN, "Layers").
 *
 * @throws CommandFault that states the rule
 */
export function requireName(kind: string, name: string): string {
  if (NAME.test(name) && !name.includes("__")) return name;
  throw new CommandFault(
    `${JSON.stringify(name)} can not be the name of a ${kind}.`,
    "A name is 1 to 64 letters, digits, _ and -, begins with a letter, and has no __ in it.",
  );
}

/** The rule of the public SKILL.md format. */
export function requireSkillName(name: string): string {
  if (SKILL_NAME.test(name) && name.length <= 64) return name;
  throw new CommandFault(
    `${JSON.stringify(name)} can not be the name of a skill.`,
    "A skill's name is 1 to 64 lower-case letters and digits, with single - between them.",
  );
}

/** A file name that orders: `_10_memory`, `20-budget`. */
export function requireExtensionName(name: string): string {
  if (EXTENSION_NAME.test(name)) return name;
  throw new CommandFault(
    `${JSON.stringify(name)} can not be the name of an extension.`,
    "A name is 1 to 64 letters, digits, _ and -; extensions run in the order of their names: _10_budget before _20_log.",
  );
}
