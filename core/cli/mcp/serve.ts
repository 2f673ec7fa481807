import { once } from "node:events";
import type { BoardText } from "../../board/open.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { openSecrets } from "../open-secrets.ts";
import type { Output } from "../output/output.ts";
import { plainText } from "../output/plain.ts";
import { packageManifest } from "../package-manifest.ts";
import { onStopSignals } from "../stop-signals.ts";
import { catchStrays } from "../strays.ts";
import { mayHaveServers } from "./attach-servers.ts";
import { liveBoard } from "./live-board.ts";
import type { LiveBoard } from "./live-board.ts";

const PORT = 3737;
const HOST = "127.0.0.1";

/** What is served, and how. */
export type Serving = {
  readonly board: LiveBoard;
  /** A text made of the board, for which the board itself need not be put together. */
  readonly text: (text: BoardText) => Promise<string>;
  readonly version: string;
  readonly secrets: Secrets;
  readonly approveWrite: boolean;
  readonly err: Output;
  readonly report: (message: string) => void;
  /** Resolves when the person, or the system, wants it to end. */
  readonly stopped: Promise<unknown>;
};

/** Serves the board to MCP clients until they, or the person, have had enough. */
export async function serveMcp(invocation: Invocation): Promise<ExitCode> {
  const { flag, option, out, err, root, profile } = invocation;
  const overHttp = flag("http");
  const port = portFrom(option("port"));
  if (!overHttp && (option("port") ?? option("host")) !== undefined) {
    throw new CommandFault("--port and --host are for --http.", "Add --http, or leave them out.");
  }
  const { findWorkspace } = await import("../../board/workspace.ts");
  const { openText } = await import("../../board/open.ts");
  const workspace = await findWorkspace({ root });
  const secrets = await openSecrets(workspace, err);
  const report = (message: string): void =>
    err.line(`warning: ${plainText(secrets.mask(message))}`);
  const endStrays = catchStrays(report);
  const board = liveBoard({ root, profile, report });
  const stop = new AbortController();
  const signals = onStopSignals(() => stop.abort());
  const serving: Serving = {
    board,
    text: async (text) =>
      mayHaveServers(workspace) ? text.make(await board.open()) : openText({ root, profile }, text),
    version: packageManifest().version,
    secrets,
    approveWrite: option("approve") === "write",
    err,
    report,
    stopped: once(stop.signal, "abort"),
  };
  try {
    if (overHttp) {
      const { serveOverNetwork } = await import("./serve-over-network.ts");
      await serveOverNetwork(serving, { host: option("host") ?? HOST, port });
    } else {
      const { serveOneClient } = await import("./serve-one-client.ts");
      await serveOneClient(serving, { stdin: process.stdin, stdout: out.unmasked() });
    }
  } finally {
    await board.close();
    signals.end();
    endStrays();
  }
  return 0;
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
