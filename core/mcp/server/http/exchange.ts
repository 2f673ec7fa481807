import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { ServerResponse } from "node:http";

/**
 * How long an answer may be awaited before the response begins, in milliseconds: clients and proxies give up on one that
 * stays silent.
 */
const BEGIN_AFTER = 250;

/** How often an open stream shows that it lives, in milliseconds. */
const ALIVE_EVERY = 15_000;

/**
 * The response to one request of a client. An answer that comes soon, and alone, is plain JSON; otherwise it is the last
 * event of a stream.
 *
 * Rules: Streamable HTTP, "Sending Messages to the Server", of revision 2025-11-25.
 */
export class Exchange {
  readonly #response: ServerResponse;
  readonly #headers: Readonly<Record<string, string>>;
  #timer: NodeJS.Timeout;
  /** Awaited by all that has been told and does not fit; undefined where there is room. */
  #room: Promise<void> | undefined;

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>>) {
    this.#response = response;
    this.#headers = headers;
    this.#timer = setTimeout(() => this.#begin(), BEGIN_AFTER);
    response.once("close", () => clearTimeout(this.#timer));
  }

  /**
   * Sends what belongs to the request before its answer. Resolves when the client has room for more, or has just left.
   *
   * @throws Error when the client is gone
   */
  async tell(message: JSONRPCMessage): Promise<void> {
    if (this.#response.destroyed) throw new Error("The client has left.");
    this.#begin();
    await this.#write(eventOf(message));
  }

  /** Sends the answer, and ends the response. A client that is gone gets none. */
  answer(message: JSONRPCMessage): void {
    clearTimeout(this.#timer);
    const response = this.#response;
    if (response.headersSent) {
      response.end(eventOf(message));
      return;
    }
    const text = JSON.stringify(message);
    response.writeHead(200, {
      ...this.#headers,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    });
    // As a text it goes out in one piece with the head.
    response.end(text);
  }

  /** Ends the response without an answer. */
  end(): void {
    this.#begin();
    clearTimeout(this.#timer);
    this.#response.end();
  }

  #begin(): void {
    if (this.#response.headersSent || this.#response.destroyed) return;
    clearTimeout(this.#timer);
    this.#response.writeHead(200, {
      ...this.#headers,
      "content-type": "text/event-stream",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
    this.#response.flushHeaders();
    this.#timer = setInterval(() => void this.#write(": alive\n\n"), ALIVE_EVERY);
    this.#timer.unref();
  }

  async #write(text: string): Promise<void> {
    const response = this.#response;
    if (response.destroyed || response.write(text)) return;
    this.#room ??= roomIn(response).finally(() => (this.#room = undefined));
    await this.#room;
  }
}

/** Resolves when a response takes more, or is over. */
function roomIn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.on("drain", go);
    response.on("close", go);
  });
}

function eventOf(message: JSONRPCMessage): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}
