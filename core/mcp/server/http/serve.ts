import { toNodeHandler, toWebRequest } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brief } from "../brief.ts";
import type { Hub } from "../hub.ts";
import { admit, hostsOf } from "./admission.ts";
import type { Admission } from "./admission.ts";
import { readBody } from "./body.ts";
import { refuse } from "./refuse.ts";
import { Sessions } from "./sessions.ts";
import type { SessionLimits } from "./sessions.ts";

export type HttpOptions = {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Demanded of every request; null for none, which is for loopback alone. */
  readonly token: string | null;
  readonly limits?: SessionLimits;
  readonly report: (message: string) => void;
};

export type HttpServing = {
  readonly url: string;
  close(): Promise<void>;
};

export const MCP_PATH = "/mcp";

/** One message may be this long, in bytes. */
const LONGEST = 16 * 1024 * 1024;

/**
 * Serves any number of clients over Streamable HTTP: those of 2026-07-28 request by request, those of older revisions in
 * sessions.
 *
 * @throws Error when the address can not be listened on
 */
export async function serveOverHttp(hub: Hub, options: HttpOptions): Promise<HttpServing> {
  const { host, port, token, limits, report } = options;
  const admission: Admission = { hosts: hostsOf(host), token };
  const sessions = new Sessions(hub, limits);
  const modernSide = hub.client(false);
  const modern = createMcpHandler(() => modernSide.server("modern"), {
    legacy: "reject",
    maxRequestBodySize: LONGEST,
    onerror: (error) => report(brief(error)),
  });
  const handleModern = toNodeHandler(modern, {
    maxRequestBodySize: LONGEST,
    onerror: (error) => report(brief(error)),
  });
  const listened = hub.listened({
    sendResourceUpdated: async ({ uri }) => modern.notify.resourceUpdated(uri),
  });
  const stopTelling = hub.onChange(({ tools, prompts, resources }) => {
    if (tools) modern.notify.toolsChanged();
    if (prompts) modern.notify.promptsChanged();
    if (resources) modern.notify.resourcesChanged();
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const verdict = admit(request, admission);
    if (verdict.kind === "refused") {
      const { status, message } = verdict;
      return refuse(
        response,
        status,
        -32_000,
        message,
        status === 401 ? { "www-authenticate": "Bearer" } : {},
      );
    }
    if (pathOf(request.url ?? "") !== MCP_PATH) {
      return refuse(response, 404, -32_000, `There is only ${MCP_PATH} here.`);
    }
    if (request.method === "GET" || request.method === "DELETE") {
      return sessions.handle(request, response, undefined);
    }
    if (request.method !== "POST") {
      const allow = { allow: "GET, POST, DELETE" };
      return refuse(response, 405, -32_000, "Method not allowed.", allow);
    }
    if (!isJsonContentType(request.headers["content-type"] ?? "")) {
      return refuse(response, 415, -32_000, "Send application/json.");
    }
    const body = await readBody(request, LONGEST);
    switch (body.kind) {
      case "too_long":
        return refuse(response, 413, -32_000, `A message may have ${LONGEST} bytes.`, {
          connection: "close",
        });
      case "not_json":
        return refuse(response, 400, -32_700, "Parse error: the body is no JSON.");
      case "cut_off":
        return;
      case "json":
        if (await isModern(request, body.value)) {
          const unlisten = listened.begin(body.value);
          if (unlisten !== null) response.once("close", unlisten);
          return handleModern(request, response, body.value);
        }
        return sessions.handle(request, response, body.value);
    }
  }

  const http = createServer((request, response) => {
    tellOfClosing(request, response);
    handle(request, response).catch((error: unknown) => {
      report(brief(error));
      if (!response.headersSent) refuse(response, 500, -32_603, "Internal error");
      else response.destroy();
    });
  });
  // As many requests as a client likes may wait on a connection, each listening for its end.
  http.on("connection", (socket) => socket.setMaxListeners(0));
  await new Promise<void>((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, host, () => {
      http.off("error", reject);
      resolve();
    });
  });
  return {
    url: `http://${urlHost(host)}:${portOf(http.address())}${MCP_PATH}`,
    async close() {
      stopTelling();
      listened.close();
      const closed = new Promise((resolve) => http.close(resolve));
      await sessions.close();
      // Its calls are answered before the exchanges that they came in are closed.
      await modernSide.close();
      await modern.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Sees to it that a response hears of the end of its connection. Node tells only the one that is being sent, and not those
 * behind it, of requests that came before it was done.
 */
function tellOfClosing({ socket }: IncomingMessage, response: ServerResponse): void {
  const tell = (): void => {
    if (response.socket !== null) return;
    response.destroy();
    response.emit("close");
  };
  socket.once("close", tell);
  response.once("close", () => socket.off("close", tell));
}

/** @returns null where that is no URL */
function pathOf(url: string): string | null {
  const base = "http://localhost";
  return URL.canParse(url, base) ? new URL(url, base).pathname : null;
}

/** The SDK tells the two apart; what plainly has neither mark of the newer one need not be built again for it. */
async function isModern(request: IncomingMessage, body: unknown): Promise<boolean> {
  const version = request.headers["mcp-protocol-version"];
  const isMarked = typeof version === "string" && version >= "2026";
  if (!isMarked && !claims(body)) return false;
  return !(await isLegacyRequest(await toWebRequest(request, body), body));
}

function claims(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => {
    const params: unknown = Reflect.get(Object(message), "params");
    const meta: unknown = Reflect.get(Object(params), "_meta");
    return Reflect.has(Object(meta), PROTOCOL_VERSION_META_KEY);
  });
}

function urlHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
