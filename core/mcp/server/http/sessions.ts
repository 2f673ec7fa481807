import type { Server } from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tellChange } from "../hub.ts";
import type { ClientSide, Hub } from "../hub.ts";
import { refuse } from "./refuse.ts";
import { SessionTransport } from "./session-transport.ts";

type Session = {
  readonly transport: SessionTransport;
  readonly server: Server;
  readonly side: ClientSide;
  /** What the client that began it had to show. */
  readonly owner: string;
  /** Exchanges that are open now. */
  open: number;
  /** Of `performance.now()`, when the last exchange ended. */
  idleSince: number;
};

export type SessionLimits = {
  readonly most: number;
  /** Milliseconds. */
  readonly idle: number;
};

const LIMITS: SessionLimits = { most: 1_000, idle: 30 * 60_000 };

/** The clients of the older revisions: each has a session, with a server object of its own. */
export class Sessions {
  readonly #hub: Hub;
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, Session>();
  readonly #sweep: NodeJS.Timeout;
  readonly #stopTelling: () => void;

  constructor(hub: Hub, limits: SessionLimits = LIMITS) {
    this.#hub = hub;
    this.#limits = limits;
    this.#sweep = setInterval(() => this.#endIdle(), Math.min(limits.idle, 60_000));
    this.#sweep.unref();
    this.#stopTelling = hub.onChange((change) => {
      for (const { server } of this.#sessions.values()) tellChange(server, change);
    });
  }

  /** @param body - already parsed; undefined for a request that has none */
  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const owner = request.headers.authorization ?? "";
    if (typeof id === "string") {
      const session = this.#sessions.get(id);
      // A session of somebody else is as if it were not there.
      if (session === undefined || session.owner !== owner) {
        return refuse(response, 404, -32_001, "Session not found");
      }
      return this.#exchange(session, request, response, body);
    }
    if (!isOpening(body)) {
      return refuse(response, 400, -32_000, "Bad Request: Mcp-Session-Id header is required");
    }
    if (this.#sessions.size >= this.#limits.most) this.#endIdlest();
    if (this.#sessions.size >= this.#limits.most) {
      return refuse(response, 503, -32_000, "Too many clients are connected. Try again later.");
    }
    return this.#exchange(await this.#begin(owner), request, response, body);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    this.#stopTelling();
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  async #begin(owner: string): Promise<Session> {
    const side = this.#hub.client(true);
    const server = side.server("legacy");
    const transport = new SessionTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      onsessionclosed: (id) => this.#end(id),
    });
    const session = { transport, server, side, owner, open: 0, idleSince: performance.now() };
    await server.connect(transport);
    return session;
  }

  async #exchange(
    session: Session,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    session.open += 1;
    response.once("close", () => {
      session.open -= 1;
      session.idleSince = performance.now();
      // An opening that was refused makes no session that anybody could come back to.
      const { sessionId } = session.transport;
      if (sessionId === undefined || !this.#sessions.has(sessionId)) void session.side.close();
    });
    await session.transport.handle(request, response, body);
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    await session?.side.close();
  }

  #endIdle(): void {
    const oldest = performance.now() - this.#limits.idle;
    for (const [id, { open, idleSince }] of this.#sessions) {
      if (open === 0 && idleSince < oldest) void this.#end(id);
    }
  }

  #endIdlest(): void {
    const idle = [...this.#sessions].filter(([, { open }]) => open === 0);
    const [idlest] = idle.sort(([, a], [, b]) => a.idleSince - b.idleSince);
    if (idlest !== undefined) void this.#end(idlest[0]);
  }
}

function isOpening(body: unknown): boolean {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.some((message) => Reflect.get(Object(message), "method") === "initialize");
}
