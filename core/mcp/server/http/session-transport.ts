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
  /** Open, by the id of their request. */
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
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) =>
        this.onmessage?.(message, extra),
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
    const exchange = new Exchange(response, { "mcp-session-id": sessionId });
    this.#exchanges.set(id, exchange);
    response.once("close", () => {
      if (this.#exchanges.get(id) === exchange) this.#exchanges.delete(id);
    });
    this.onmessage?.(body, {});
  }

  /** One request of the session, about which the SDK would have nothing to say. */
  #isPlain({ headers }: IncomingMessage, body: unknown): body is JSONRPCRequest {
    const { accept = "", "mcp-protocol-version": revision } = headers;
    return (
      isJSONRPCRequest(body) &&
      body.method !== "initialize" &&
      !this.#exchanges.has(body.id) &&
      headers["mcp-session-id"] === this.sessionId &&
      accept.includes("application/json") &&
      accept.includes("text/event-stream") &&
      (revision === undefined || this.#revisions.some((known) => known === revision))
    );
  }

  #closed(): void {
    for (const exchange of this.#exchanges.values()) exchange.end();
    this.#exchanges.clear();
    this.onclose?.();
  }
}
