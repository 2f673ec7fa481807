import type { Subscriptions, Teller } from "./subscriptions.ts";

/**
 * The resources that the `subscriptions/listen` requests of 2026-07-28 name. The SDK answers those requests, and passes
 * what is told to each that named it; what it does not do is to find out what there is to tell.
 */
export class ListenedResources {
  readonly #subscriptions: Subscriptions;
  readonly #teller: Teller;
  /** How many requests name it: it is told once for all of them. */
  readonly #named = new Map<string, number>();

  constructor(subscriptions: Subscriptions, teller: Teller) {
    this.#subscriptions = subscriptions;
    this.#teller = teller;
  }

  /**
   * @param message - any request
   * @returns a function that ends it; null where it does not name any resource
   */
  begin(message: unknown): (() => void) | null {
    const uris = [...new Set(urisOf(message))];
    if (uris.length === 0) return null;
    for (const uri of uris) {
      const others = this.#named.get(uri) ?? 0;
      this.#named.set(uri, others + 1);
      if (others === 0) void this.#subscriptions.add(this.#teller, uri);
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      for (const uri of uris) this.#leave(uri);
    };
  }

  close(): void {
    this.#named.clear();
    this.#subscriptions.forget(this.#teller);
  }

  #leave(uri: string): void {
    const others = (this.#named.get(uri) ?? 0) - 1;
    if (others > 0) return void this.#named.set(uri, others);
    this.#named.delete(uri);
    this.#subscriptions.remove(this.#teller, uri);
  }
}

function urisOf(message: unknown): readonly string[] {
  const { method, params }: Readonly<Record<string, unknown>> = Object(message);
  if (method !== "subscriptions/listen") return [];
  const { notifications }: Readonly<Record<string, unknown>> = Object(params);
  const uris: unknown = Reflect.get(Object(notifications), "resourceSubscriptions");
  return Array.isArray(uris) ? uris.filter((uri) => typeof uri === "string") : [];
}
