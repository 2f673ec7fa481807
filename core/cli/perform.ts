import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command, ExitCode } from "./command.ts";
import type { Typed } from "./invocation.ts";
import type { Surroundings } from "./run.ts";

/** As the secrets name it; told here too, because their module is loaded only where there are some. */
const SECRETS_FILE = "usr/secrets.env";

/**
 * Runs a command, with the secrets of the workspace masked in all that it prints.
 *
 * @throws CommandFault when an option is given without a value; FileError when the secrets can not be read
 */
export async function perform(
  command: Command,
  typed: Typed,
  surroundings: Surroundings,
): Promise<ExitCode> {
  await refuseEmpty(typed);
  await protectOutput(command, typed.root, surroundings);
  return command.run({ ...typed, ...surroundings });
}

/** A variable of a script that is not set must not mean the current folder. */
async function refuseEmpty({ root, profile }: Typed): Promise<void> {
  for (const [option, value] of Object.entries({ root, profile })) {
    if (value !== "") continue;
    const { CommandFault } = await import("./fault.ts");
    throw new CommandFault(`--${option} is empty.`, "Give it a value, or leave it out.");
  }
}

async function protectOutput(
  { worksWithoutSecrets = false }: Command,
  typedRoot: string | undefined,
  { out, err }: Surroundings,
): Promise<void> {
  const root = await workspaceOrNull(typedRoot);
  if (root === null || !existsSync(join(root, SECRETS_FILE))) return;
  const { loadSecrets } = await import("../dispatch/secrets/follow.ts");
  try {
    const secrets = await loadSecrets(root);
    out.protect(secrets);
    err.protect(secrets);
  } catch (error) {
    // What a tool says could not be masked, so no tool is loaded.
    if (!worksWithoutSecrets) throw error;
  }
}

/** Null where there is none: the command says so if it needs one. */
async function workspaceOrNull(root: string | undefined): Promise<string | null> {
  const { WorkspaceError, findWorkspace } = await import("../board/workspace.ts");
  try {
    return await findWorkspace({ root });
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
