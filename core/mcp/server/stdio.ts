import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { JSONRPCMessage, Server, Transport } from "@modelcontextprotocol/server";
import { brief } from "./brief.ts";
import { overheard } from "./overheard.ts";
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
  const listened = hub.listened({
    sendResourceUpdated: async (params) => server?.sendResourceUpdated(params),
  });
  const listening = new Map<unknown, () => void>();
  const hear = (message: JSONRPCMessage): void => {
    if (!("method" in message)) return;
    if (message.method === "notifications/cancelled") {
      const { requestId }: Readonly<Record<string, unknown>> = Object(message.params);
      listening.get(requestId)?.();
      listening.delete(requestId);
    } else if ("id" in message) {
      const end = listened.begin(message);
      if (end !== null) listening.set(message.id, end);
    }
  };
  const handle = serveStdio(({ era }) => (server = side.server(era)), {
    transport: overheard(transport, hear),
    onerror: (error) => report(brief(error)),
  });
  return async () => {
    stopTelling();
    listened.close();
    await side.close();
    await handle.close();
  };
}
