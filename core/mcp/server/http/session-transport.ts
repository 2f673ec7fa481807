import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Exchange } from "./exchange.ts";
import { refuse } from "./refuse.ts";

export type SessionTransportOptions = ConstructorParameters<
  typeof NodeStreamableHTTPServerTransport
>[0];

/**
 * The way to one client over HTTP. It is the SDK's, but for what clients send most: a plain request within the session,
 * which needs not be made a web request, and its answer not a web stream, to be handled.
 */
export class SessionTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;
  readonly #whole: NodeStreamableHTTPServerTransport;
  /** By the id of their request, until it is answered or taken back, also when the client has left. */
  readonly #exchanges = new Map<RequestId, Exchange>();
  #revisions: readonly string[] = [];

  constructor(options: SessionTransportOptions) {
    this.#whole = new NodeStreamableHTTPServerTransport(options);
  }

  get sessionId(): string | undefined {
    return this.#whole.sessionId;
  }

  setSupportedProtocolVersions(revisions: string[]): void {
    this.#revisions = revisions;
    this.#whole.setSupportedProtocolVersions(revisions);
  }

  start(): Promise<void> {
    Object.assign(this.#whole, {
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => {
        this.onmessage?.(message, extra);
        const id = takenBack(message);
        // An answer that is on its way already may still come.
        if (id !== null) setImmediate(() => this.#end(id));
      },
      onerror: (error: Error) => this.onerror?.(error),
      onclose: () => this.#closed(),
    } satisfies Pick<Transport, "onmessage" | "onerror" | "onclose">);
    return this.#whole.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const isAnswer = !("method" in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const exchange = id === undefined ? undefined : this.#exchanges.get(id);
    if (id === undefined || !exchange) return this.#whole.send(message, options);
    if (!isAnswer) return exchange.tell(message);
    this.#exchanges.delete(id);
    exchange.answer(message);
  }

  close(): Promise<void> {
    return this.#whole.close();
  }

  /** @param body - already parsed; undefined for a request that has none */
  async handle(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const { sessionId } = this;
    if (sessionId === undefined || !this.#isPlain(request, body)) {
      return this.#whole.handleRequest(request, response, body);
    }
    const { id } = body;
    if (this.#exchanges.has(id)) {
      // Of two, the one would get the other's answer.
      const text = JSON.stringify(id);
      return refuse(
        response,
        400,
        -32_600,
        `Invalid Request: ${text} is the id of a request under way.`,
      );
    }
    this.#exchanges.set(id, new Exchange(response, { "mcp-session-id": sessionId }));
    this.onmessage?.(body, {});
  }

  /** One request of the session, about which the SDK would have nothing to say. */
  #isPlain({ headers }: IncomingMessage, body: unknown): body is JSONRPCRequest {
    const { accept = "", "mcp-protocol-version": revision } = headers;
    return (
      isJSONRPCRequest(body) &&
      body.method !== "initialize" &&
      headers["mcp-session-id"] === this.sessionId &&
      accept.includes("application/json") &&
      accept.includes("text/event-stream") &&
      (revision === undefined || this.#revisions.some((known) => known === revision))
    );
  }

  /** Nobody answers it any more. */
  #end(id: RequestId): void {
    this.#exchanges.get(id)?.end();
    this.#exchanges.delete(id);
  }

  #closed(): void {
    for (const [id, exchange] of this.#exchanges) {
      const message = "The session ended before there was an answer.";
      exchange.answer({ jsonrpc: "2.0", id, error: { code: -32_000, message } });
    }
    this.#exchanges.clear();
    this.onclose?.();
  }
}

/** The id of the request that a message takes back; null where it takes none back. */
function takenBack(message: JSONRPCMessage): RequestId | null {
  if (!("method" in message) || message.method !== "notifications/cancelled") return null;
  const id: unknown = message.params?.["requestId"];
  return typeof id === "string" || typeof id === "number" ? id : null;
}
