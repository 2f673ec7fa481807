import { thrownText } from "../../dispatch/wording.ts";
import type { McpServers } from "../../mcp/client/servers.ts";
import type { KnownServer } from "../../mcp/client/servers.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { plainLine, plainText } from "../output/plain.ts";
import { openServers } from "./attach-servers.ts";

/** Shows the MCP servers on the board, or starts one of them and asks it anew. */
export async function showServers(invocation: Invocation): Promise<ExitCode> {
  const { argument, root, profile, err } = invocation;
  const { openBoard } = await import("../../board/open.ts");
  const { readServerConfigs } = await import("../../mcp/client/config.ts");
  const board = await openBoard({ root, profile });
  const { diagnostics } = await readServerConfigs(board);
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
    show(known, invocation);
    const isBroken = diagnostics.some(({ severity }) => severity === "error");
    if (known.length === 0 && !isBroken) {
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
    show([await servers.test(board, name)], invocation);
    return 0;
  } catch (error) {
    invocation.err.line(`error: ${name}: ${plainText(thrownText(error))}`);
    return 1;
  }
}

function show(known: readonly KnownServer[], { json, out }: Invocation): void {
  if (json) {
    out.json({
      servers: known.map(({ server, tools }) => ({
        name: server.name,
        file: server.file,
        kind: server.kind,
        trust: server.trust,
        tools: tools?.map(({ name, description }) => ({ name, description })) ?? null,
      })),
    });
    return;
  }
  for (const { server, tools } of known) {
    const way = server.kind === "stdio" ? [server.command, ...server.args].join(" ") : server.url;
    const count = tools === null ? "not asked yet" : `${tools.length} tools`;
    out.line(plainLine(`${server.name}  ${way}  (${server.file}; ${count})`));
    for (const { name, description } of tools ?? []) {
      out.line(`  ${plainLine(`${server.name}:${name}  ${description}`)}`);
    }
  }
}
