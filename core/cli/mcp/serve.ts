import { once } from "node:events";
import type { Board } from "../../board/board.ts";
import type { BoardText } from "../../board/open.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { thrownText } from "../../dispatch/wording.ts";
import type { McpServers } from "../../mcp/client/servers.ts";
import type { Hub } from "../../mcp/server/hub.ts";
import type { ExitCode, Invocation } from "../command.ts";
import { CommandFault } from "../fault.ts";
import { openSecrets } from "../open-secrets.ts";
import type { Output } from "../output/output.ts";
import { plainText } from "../output/plain.ts";
import { packageManifest } from "../package-manifest.ts";
import { onStopSignals } from "../stop-signals.ts";
import { catchStrays } from "../strays.ts";
import { mayHaveServers, openServers } from "./attach-servers.ts";

const PORT = 3737;
const HOST = "127.0.0.1";

/** What is served, and how. */
export type Serving = {
  /** The board as it is now. */
  readonly open: () => Promise<Board>;
  /** A text made of the board, for which the board itself need not be put together. */
  readonly text: (text: BoardText) => Promise<string>;
  readonly version: string;
  readonly secrets: Secrets;
  readonly approveWrite: boolean;
  readonly err: Output;
  readonly report: (message: string) => void;
  /** Called with what serves the board from then on. */
  readonly serves: (hub: Hub) => void;
  /** Has `listener` called when there is another board. */
  readonly changed: (listener: () => void) => void;
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
  const { openBoard, openText } = await import("../../board/open.ts");
  const workspace = await findWorkspace({ root });
  const secrets = await openSecrets(workspace, err);
  const report = (message: string): void =>
    err.line(`warning: ${plainText(secrets.mask(message))}`);
  const endStrays = catchStrays(report);
  const servers = mayHaveServers(workspace)
    ? await openServers({ root: workspace }, { report })
    : null;
  const listeners: (() => void)[] = [];
  let hub: Hub | null = null;
  let board: Promise<Board> | null = null;
  const publish = (next: Board): void => {
    board = Promise.resolve(next);
    hub?.setBoard(next);
    for (const listener of listeners) listener();
  };
  async function openOwn(): Promise<Board> {
    const own = await openBoard({ root, profile });
    if (servers === null) return own;
    const whole = await servers.addTo(own);
    followServers(servers, own, publish, report);
    return whole;
  }
  const open = (): Promise<Board> => (board ??= openOwn());
  const stop = new AbortController();
  const signals = onStopSignals(() => stop.abort());
  const serving: Serving = {
    open,
    text: async (text) =>
      servers === null ? openText({ root, profile }, text) : text.make(await open()),
    version: packageManifest().version,
    secrets,
    approveWrite: option("approve") === "write",
    err,
    report,
    serves: (made) => (hub = made),
    changed: (listener) => void listeners.push(listener),
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
    await servers?.close();
    signals.end();
    endStrays();
  }
  return 0;
}

/** What a server offers changes without a file of the workspace. */
function followServers(
  servers: McpServers,
  own: Board,
  publish: (board: Board) => void,
  report: (message: string) => void,
): void {
  servers.onChange(() => {
    servers.addTo(own).then(publish, (error: unknown) => report(thrownText(error)));
  });
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
