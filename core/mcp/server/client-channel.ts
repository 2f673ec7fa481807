import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server";
import type { ClientCapabilities, LoggingLevel, ServerContext } from "@modelcontextprotocol/server";
import type { ClientMethod, Log } from "../../contract/index.ts";
import type { Channel } from "./channel.ts";

export type ClientChannelOptions = {
  readonly context: ServerContext;
  /** What the client said of itself when it connected; undefined where each request says it. */
  readonly connected: ClientCapabilities | undefined;
  /** Whether the protocol has requests from server to client. */
  readonly canSend: boolean;
};

const LEVELS: Readonly<Record<keyof Log, LoggingLevel>> = {
  debug: "debug",
  info: "info",
  warn: "warning",
  error: "error",
};

/** A person may think for as long as the call lives; the protocol needs a number of milliseconds. */
const PATIENCE = 24 * 60 * 60_000;

/** What one request of a client gives to reach that client with. */
export function clientChannel({
  context: { mcpReq },
  connected,
  canSend,
}: ClientChannelOptions): Channel {
  const capabilities: unknown = canSend
    ? connected
    : Reflect.get(Object(mcpReq.envelope), CLIENT_CAPABILITIES_META_KEY);
  const progressToken = mcpReq._meta?.progressToken;
  let shown = 0;
  let sending: Promise<unknown> = Promise.resolve();
  const later = (step: () => Promise<unknown>): void => {
    // A client that is gone hears nothing; that is no trouble of the call's.
    sending = Promise.all([sending, step().catch(() => {})]);
  };
  return {
    can: (method) => isCapable(method, capabilities),
    send: canSend
      ? async (method, params, signal) => {
          const options = { signal, timeout: PATIENCE };
          const given = await mcpReq.send({ method, params }, options);
          return { ...given };
        }
      : null,
    progress(message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress: ++shown, message };
      later(() => mcpReq.notify({ method: "notifications/progress", params }));
    },
    log(level, message, data) {
      later(() => mcpReq.log(LEVELS[level], data === undefined ? message : { message, ...data }));
    },
    flushed: async () => void (await sending),
    signal: mcpReq.signal,
  };
}

function isCapable(method: ClientMethod, capabilities: unknown): boolean {
  const { elicitation, sampling, roots }: Readonly<Record<string, unknown>> = Object(capabilities);
  switch (method) {
    case "elicitation/create":
      // An empty object is the older way to say: forms.
      return isObject(elicitation) && ("form" in elicitation || !("url" in elicitation));
    case "sampling/createMessage":
      return isObject(sampling);
    case "roots/list":
      return isObject(roots);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
