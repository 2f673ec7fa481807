import { readdirSync } from "node:fs";
import type { Command } from "./command.ts";

const FOLDER = new URL("./commands/", import.meta.url);

/** `.ts` where the sources themselves run, `.js` in the built package. */
const COMMAND_FILE = /^(?<name>[a-z][a-z0-9-]*)\.(?:ts|js)$/;

/** The names of all commands, sorted: each is a file in `commands/`. */
export function commandNames(): string[] {
  return readdirSync(FOLDER)
    .flatMap((file) => COMMAND_FILE.exec(file)?.groups?.["name"] ?? [])
    .sort();
}

/** Imports the definition of one command. `name` is one of `commandNames()`. */
export async function loadCommand(name: string): Promise<Command> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const loaded: unknown = await import(new URL(`${name}.${extension}`, FOLDER).href);
  const command: unknown = Object(loaded).command;
  if (!isCommand(command) || command.name !== name) {
    throw new Error(`commands/${name}.${extension} must export a command named ${name}`);
  }
  return command;
}

function isCommand(value: unknown): value is Command {
  return (
    typeof value === "object" &&
    value !== null &&
    "run" in value &&
    typeof value.run === "function" &&
    "name" in value
  );
}

/** Imports the definitions of all commands, in name order. */
export function loadCommands(): Promise<Command[]> {
  return Promise.all(commandNames().map(loadCommand));
}
