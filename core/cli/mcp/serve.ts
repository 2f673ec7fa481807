import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { thrownText } from "../../dispatch/wording.ts";
import { createHub } from "../../mcp/server/hub.ts";
import type { Hub } from "../../mcp/server/hub.ts";
import { isLoopback } from "../../mcp/server/http/admission.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { openSecrets } from "../open-secrets.ts";
import { openWorkspaceStore } from "../open-store.ts";
import type { Output } from "../output/output.ts";
import { plainText } from "../output/plain.ts";
import { packageManifest } from "../package-manifest.ts";
import { onStopSignals } from "../stop-signals.ts";
import { catchStrays } from "../strays.ts";
import { openServers } from "./attach-servers.ts";

const PORT = 3737;
const HOST = "127.0.0.1";

/** Serves the board to MCP clients until they, or the person, have had enough. */
export async function serveMcp(invocation: Invocation): Promise<ExitCode> {
  const { flag, option, err } = invocation;
  const overHttp = flag("http");
  const port = portFrom(option("port"));
  if (!overHttp && (option("port") ?? option("host")) !== undefined) {
    throw new CommandFault("--port and --host are for --http.", "Add --http, or leave them out.");
  }
  const stdout = overHttp ? null : invocation.out.unmasked();
  const { openBoard } = await import("../../board/open.ts");
  const own = await openBoard({ root: invocation.root, profile: invocation.profile });
  const secrets = await openSecrets(own.root, err);
  const store = await openWorkspaceStore(own.root, process.env);
  const report = (message: string): void =>
    err.line(`warning: ${plainText(secrets.mask(message))}`);
  const endStrays = catchStrays(report);
  const servers = await openServers(own, { report });
  const hub = createHub({
    board: await servers.addTo(own),
    version: packageManifest().version,
    secrets,
    toolStore: store.toolStore,
    approveWrite: option("approve") === "write",
    report,
  });
  // What a server offers changes without a file of the workspace.
  servers.onChange(
    () => void servers.addTo(own).then(hub.setBoard, (error) => report(thrownText(error))),
  );
  const stop = new AbortController();
  const stopped = once(stop.signal, "abort");
  const signals = onStopSignals(() => stop.abort());
  try {
    if (stdout === null)
      await overNetwork(hub, { host: option("host") ?? HOST, port, err, report, stopped });
    else {
      const { serveOverStdio } = await import("../../mcp/server/stdio.ts");
      const connection = serveOverStdio(hub, { stdin: process.stdin, stdout, report });
      await Promise.race([connection.ended, stopped]);
      await connection.close();
    }
  } finally {
    await hub.close();
    await servers.close();
    await store.close();
    signals.end();
    endStrays();
  }
  return 0;
}

type NetworkOptions = {
  readonly host: string;
  readonly port: number;
  readonly err: Output;
  readonly report: (message: string) => void;
  readonly stopped: Promise<unknown>;
};

async function overNetwork(
  hub: Hub,
  { host, port, err, report, stopped }: NetworkOptions,
): Promise<void> {
  const { serveOverHttp } = await import("../../mcp/server/http/serve.ts");
  const given = process.env["PEGBOARD_MCP_TOKEN"];
  const made = given || isLoopback(host) ? null : randomBytes(24).toString("base64url");
  const token = given || made;
  const serving = await serveOverHttp(hub, { host, port, token, report }).catch(
    (error: unknown) => {
      throw new CommandFault(
        `${host}:${port} can not be listened on: ${error instanceof Error ? error.message : String(error)}.`,
        "Choose another with --host and --port; --port 0 takes one that is free.",
      );
    },
  );
  err.line(`Serving MCP at ${serving.url}`);
  if (made !== null) err.line(`Token: ${made}`);
  await stopped;
  await serving.close();
}

function portFrom(typed: string | undefined): number {
  if (typed === undefined) return PORT;
  const port = Number(typed);
  if (/^\d{1,5}$/.test(typed) && port <= 65_535) return port;
  throw new CommandFault(
    `--port ${JSON.stringify(typed)} is no port.`,
    "Give a number from 0 to 65535.",
  );
}
