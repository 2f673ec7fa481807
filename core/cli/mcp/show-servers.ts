import type { ExitCode, Invocation } from "../command.ts";

/** Shows the MCP servers on the board. */
export async function showServers({ err }: Invocation): Promise<ExitCode> {
  err.line("No MCP servers.");
  return 0;
}
