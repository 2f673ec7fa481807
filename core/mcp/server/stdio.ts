import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Server, Transport } from "@modelcontextprotocol/server";
import { tellChange } from "./hub.ts";
import type { Hub } from "./hub.ts";

/** @returns ends the serving */
export type StopServing = () => Promise<void>;

/** Serves the one client at the other end of a transport, in whichever revision it opens with. */
export function serveOverStdio(
  hub: Hub,
  transport: Transport,
  report: (message: string) => void,
): StopServing {
  const side = hub.client(true);
  let server: Server | null = null;
  const stopTelling = hub.onChange((change) => {
    if (server !== null) tellChange(server, change);
  });
  const handle = serveStdio(({ era }) => (server = side.server(era)), {
    transport,
    onerror: (error) => report(error.message),
  });
  return async () => {
    stopTelling();
    await handle.close();
    await side.close();
  };
}
