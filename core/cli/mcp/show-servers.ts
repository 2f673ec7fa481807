import { thrownText } from "../../dispatch/wording.ts";
import type { McpServers } from "../../mcp/client/servers.ts";
import type { DisabledServer } from "../../mcp/client/config.ts";
import type { KnownServer } from "../../mcp/client/servers.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { counted } from "../output/counted.ts";
import { plainLine, plainText } from "../output/plain.ts";
import { openServers } from "./attach-servers.ts";

/** Shows the MCP servers on the board, or starts one of them and asks it anew. */
export async function showServers(invocation: Invocation): Promise<ExitCode> {
  const { argument, root, profile, err } = invocation;
  const { openBoard } = await import("../../board/open.ts");
  const { readServerConfigs } = await import("../../mcp/client/config.ts");
  const board = await openBoard({ root, profile });
  const { diagnostics, disabled } = await readServerConfigs(board);
  const { tellDiagnostics } = await import("../output/diagnostics.ts");
  await tellDiagnostics(diagnostics, board.root, err);
  const servers = await openServers(board, {
    report: (message) => err.line(plainLine(message)),
    lead: (server, page) => err.line(`Open this page to sign in at ${server}:\n${page.href}`),
  });
  try {
    if (argument("action") === "test") {
      return await test(servers, board, invocation);
    }
    const known = await servers.known(board);
    await show(known, disabled, invocation);
    const isBroken = diagnostics.some(({ severity }) => severity === "error");
    if (known.length + disabled.length === 0 && !isBroken) {
      err.line("No MCP servers. Write usr/mcp.json; see docs/mcp.md.");
    }
    return isBroken ? 2 : 0;
  } finally {
    await servers.close();
  }
}

async function test(
  servers: McpServers,
  board: Parameters<McpServers["test"]>[0],
  invocation: Invocation,
): Promise<ExitCode> {
  const name = invocation.argument("server");
  if (name === undefined) {
    throw new CommandFault("test needs a server.", "`npx pegboard mcp list` shows them.");
  }
  try {
    await show([await servers.test(board, name)], [], invocation);
    return 0;
  } catch (error) {
    invocation.err.line(`error: ${name}: ${plainText(thrownText(error))}`);
    return 1;
  }
}

async function show(
  known: readonly KnownServer[],
  disabled: readonly DisabledServer[],
  { json, out }: Invocation,
): Promise<void> {
  if (json) {
    const here = known.map(({ server, tools, failure }) => {
      const { name, file, kind, trust } = server;
      return { name, file, disabled: false, kind, trust, tools, failure };
    });
    const off = disabled.map(({ name, file }) => ({ name, file, disabled: true }));
    out.json({ servers: [...here, ...off] });
    return;
  }
  const { tableFor } = await import("../output/table.ts");
  for (const { server, tools, failure } of known) {
    const way = server.kind === "stdio" ? [server.command, ...server.args].join(" ") : server.url;
    const standing =
      tools !== null
        ? counted(tools.length, "tool")
        : failure === null
          ? "not asked yet"
          : `not there on ${failure.at.slice(0, 16).replace("T", " ")} UTC`;
    out.line(plainLine(`${server.name} ${way} (${server.file}; ${standing})`));
    if (failure !== null) out.line(`  ${plainLine(failure.cause)}`);
    if (tools === null || tools.length === 0) continue;
    const rows = tools.map(({ name, risk, description }) => [
      `  ${plainLine(`${server.name}:${name}`)}`,
      risk,
      plainLine(description),
    ]);
    out.line(tableFor(out, rows));
  }
  for (const { name, file } of disabled) out.line(plainLine(`${name} (${file}; disabled)`));
}
