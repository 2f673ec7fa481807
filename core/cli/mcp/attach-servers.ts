import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Board } from "../../board/board.ts";
import type { McpServers } from "../../mcp/client/servers.ts";
import { packageManifest } from "../package-manifest.ts";

const FILE = "mcp.json";

/** Whether there may be MCP servers in a workspace: a look that costs nothing where there are none. */
export function mayHaveServers(root: string): boolean {
  if (existsSync(join(root, "usr", FILE))) return true;
  return ["agents", "usr/agents"].some((folder) =>
    foldersIn(join(root, folder)).some((name) => existsSync(join(root, folder, name, FILE))),
  );
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export type OpenServersOptions = {
  /** Told what servers print, and what goes wrong beside calls. */
  readonly report: (message: string) => void;
  /** Leads the person to a page where they sign in at a server. Default: who has not signed in before is told how to. */
  readonly lead?: (server: string, page: URL) => void;
};

/** The MCP servers of a workspace. They end with the process at the latest. */
export async function openServers(
  { root }: Pick<Board, "root">,
  { report, lead }: OpenServersOptions,
): Promise<McpServers> {
  const { createMcpServers } = await import("../../mcp/client/servers.ts");
  const { loadSecrets } = await import("../../dispatch/secrets/follow.ts");
  const { signingAt } = await import("./signing.ts");
  const servers = createMcpServers({
    version: packageManifest().version,
    secrets: () => loadSecrets(root),
    report,
    signing: (server, secrets) => signingAt(server, { root, secrets, lead }),
  });
  process.once("exit", () => servers.kill());
  return servers;
}
