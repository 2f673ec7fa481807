import type { Server } from "@modelcontextprotocol/server";
import { createHash } from "node:crypto";

/** Which clients want to hear that a resource changed, and how it was when they last heard. */
export class Subscriptions {
  readonly #read: (uri: string) => Promise<unknown>;
  readonly #of = new Map<Server, Map<string, string>>();

  /** @param read - reads a resource; rejects for one that is not there */
  constructor(read: (uri: string) => Promise<unknown>) {
    this.#read = read;
  }

  async add(server: Server, uri: string): Promise<void> {
    const known = this.#of.get(server) ?? new Map<string, string>();
    this.#of.set(server, known);
    known.set(uri, await this.#digest(uri));
  }

  remove(server: Server, uri: string): void {
    this.#of.get(server)?.delete(uri);
  }

  /** The client has gone. */
  forget(server: Server): void {
    this.#of.delete(server);
  }

  /** Tells each client of what is no longer as it was. */
  async tell(): Promise<void> {
    for (const [server, known] of this.#of) {
      for (const [uri, before] of known) {
        const now = await this.#digest(uri);
        if (now === before || !known.has(uri)) continue;
        known.set(uri, now);
        // Who is gone by now hears nothing.
        await server.sendResourceUpdated({ uri }).catch(() => {});
      }
    }
  }

  async #digest(uri: string): Promise<string> {
    try {
      const read = await this.#read(uri);
      return createHash("sha256").update(JSON.stringify(read)).digest("base64");
    } catch {
      return "";
    }
  }
}
