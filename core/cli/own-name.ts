/**
 * How the person calls this command, for messages that say what to type next: who came by npx has no command of its name.
 *
 * @param env - as npm sets it
 */
export function ownName(env: Readonly<Record<string, string | undefined>>): string {
  return env["npm_command"] === "exec" ? "npx pegboard" : "pegboard";
}
