import { createHash } from "node:crypto";

/** How those who asked for it are told that a resource changed. A server object of the SDK is one. */
export type Teller = {
  sendResourceUpdated(params: { readonly uri: string }): Promise<void>;
};

/** Which clients want to hear that a resource changed, and how it was when they last heard. */
export class Subscriptions {
  readonly #read: (uri: string) => Promise<unknown>;
  /** By URI the digest of what was read; null while it is read for the first time. */
  readonly #of = new Map<Teller, Map<string, string | null>>();
  #telling: Promise<void> = Promise.resolve();

  /** @param read - reads a resource; rejects for one that is not there */
  constructor(read: (uri: string) => Promise<unknown>) {
    this.#read = read;
  }

  async add(teller: Teller, uri: string): Promise<void> {
    const known = this.#of.get(teller) ?? new Map<string, string | null>();
    this.#of.set(teller, known);
    known.set(uri, null);
    const now = await this.#digest(uri);
    if (known.get(uri) === null) known.set(uri, now);
  }

  remove(teller: Teller, uri: string): void {
    this.#of.get(teller)?.delete(uri);
  }

  /** The client has gone. */
  forget(teller: Teller): void {
    this.#of.delete(teller);
  }

  /** Tells each client of what is no longer as it was, and of what may be another than the one it knows. Never rejects. */
  tell(): Promise<void> {
    // One after the other, or two would find the same difference.
    return (this.#telling = this.#telling.then(() => this.#tellNow()));
  }

  async #tellNow(): Promise<void> {
    for (const [teller, known] of this.#of) {
      for (const [uri, before] of known) {
        const now = await this.#digest(uri);
        if (now === before || !known.has(uri)) continue;
        known.set(uri, now);
        // Who is gone by now hears nothing.
        await teller.sendResourceUpdated({ uri }).catch(() => {});
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
