import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Server } from "@modelcontextprotocol/server";
import type { Readable, Writable } from "node:stream";
import { tellChange } from "./hub.ts";
import type { Hub } from "./hub.ts";

export type StdioOptions = {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly report: (message: string) => void;
};

export type StdioConnection = {
  /** Resolves when the client has gone. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
};

/** One message may be this long, in bytes. */
const LONGEST = 64 * 1024 * 1024;

/** Serves the one client at the other end of two streams, in whichever revision it opens with. */
export function serveOverStdio(hub: Hub, { stdin, stdout, report }: StdioOptions): StdioConnection {
  const side = hub.client(true);
  let server: Server | null = null;
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: LONGEST });
  const gone = new Promise<void>((resolve) => {
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    stdout.once("error", () => resolve());
  });
  const stopTelling = hub.onChange((change) => {
    if (server !== null) tellChange(server, change);
  });
  const handle = serveStdio(({ era }) => (server = side.server(era)), {
    transport,
    onerror: (error) => report(error.message),
  });
  return {
    ended: gone,
    async close() {
      stopTelling();
      await handle.close();
      await side.close();
    },
  };
}
