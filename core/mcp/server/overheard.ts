import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";

/** The same transport, on which each message of the client is heard before it is taken. */
export function overheard(
  transport: Transport,
  heard: (message: JSONRPCMessage) => void,
): Transport {
  const same: Transport = {
    start() {
      Object.assign(transport, {
        onmessage: (message: JSONRPCMessage) => {
          heard(message);
          same.onmessage?.(message);
        },
        onclose: () => same.onclose?.(),
        onerror: (error: Error) => same.onerror?.(error),
      } satisfies Partial<Transport>);
      return transport.start();
    },
    send: (message, options) => transport.send(message, options),
    close: () => transport.close(),
  };
  return same;
}
