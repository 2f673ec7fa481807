import type { Result } from "@modelcontextprotocol/server";
import type { CallClient, ClientMethod } from "../../contract/index.ts";
import type { Channel } from "./channel.ts";

type Answer = Readonly<Record<string, unknown>>;

/** What has to come from the client before the work can go on. */
export type InputRequest = {
  readonly method: ClientMethod;
  readonly params: Readonly<Record<string, unknown>>;
};

/** Where the work for one request stands: at its end, or at something that only the client can tell. */
export type Round =
  | { readonly kind: "done"; readonly value: Result }
  | { readonly kind: "asks"; readonly requests: Readonly<Record<string, InputRequest>> };

type Open = InputRequest & {
  resolve(answer: Answer): void;
  reject(error: Error): void;
};

/**
 * The work for one request of a client. Where the protocol has a way to ask the client meanwhile, it asks there. Where it
 * has none (2026-07-28), the work waits between the request and its repetition, which brings the answers: it is never
 * begun again, so nothing that it did is done twice.
 */
export class Task {
  readonly client: CallClient;
  readonly #controller = new AbortController();
  readonly #work: Promise<Result>;
  readonly #open = new Map<string, Open>();
  #channel: Channel;
  #given: Readonly<Record<string, unknown>>;
  #made = 0;
  #lacked: ClientMethod | null = null;
  #asked: () => void = () => {};

  /**
   * @param given - answers that came with the first request already, by the keys of what they answer
   * @param work - begins at once
   */
  constructor(
    channel: Channel,
    given: Readonly<Record<string, unknown>>,
    work: (task: Task) => Promise<Result>,
  ) {
    this.#channel = channel;
    this.#given = given;
    this.client = {
      can: (method) => this.#channel.can(method),
      request: (method, params, key) => this.ask(method, params, key),
    };
    channel.signal.addEventListener("abort", this.#leave, { once: true });
    if (channel.signal.aborted) this.#leave();
    this.#work = Promise.resolve().then(() => work(this));
    // Somebody who asks no more need not hear how it ended.
    this.#work.catch(() => {});
  }

  /** Aborts when nobody waits for the work any more. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What the work wanted of the client, and the client can not be asked; null while there is nothing of that kind. */
  get lacked(): ClientMethod | null {
    return this.#lacked;
  }

  /** The exchange in which the work is now. */
  get channel(): Channel {
    return this.#channel;
  }

  /** Waits until the work is done, or can not go on without the client. */
  async next(): Promise<Round> {
    const asks = new Promise<"asks">((resolve) => {
      this.#asked = () => resolve("asks");
      if (this.#open.size > 0) this.#asked();
    });
    const done = this.#work.then((value) => ({ kind: "done" as const, value }));
    const first = await Promise.race([done, asks]);
    if (first !== "asks") return first;
    // What is asked in one go goes out in one answer.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#open.size === 0) return this.next();
    this.#channel.signal.removeEventListener("abort", this.#leave);
    const requests = [...this.#open].map(([key, { method, params }]) => [key, { method, params }]);
    return { kind: "asks", requests: Object.fromEntries(requests) };
  }

  /** Goes on in another exchange, with what the client has answered. */
  resume(channel: Channel, answers: Readonly<Record<string, unknown>>): void {
    this.#channel = channel;
    this.#given = answers;
    channel.signal.addEventListener("abort", this.#leave, { once: true });
    for (const [key, open] of this.#open) {
      const answer = this.#take(key);
      if (answer === null) continue;
      this.#open.delete(key);
      open.resolve(answer);
    }
  }

  /** Gives the work up. */
  stop(reason: string): void {
    this.#controller.abort(new DOMException(reason, "AbortError"));
    for (const open of this.#open.values()) open.reject(new Error(reason));
    this.#open.clear();
  }

  /** Asks the client; see `CallClient`. When `signal` aborts, the question is withdrawn. */
  async ask(
    method: ClientMethod,
    params: Readonly<Record<string, unknown>>,
    key: string = `input_${++this.#made}`,
    signal: AbortSignal = this.signal,
  ): Promise<Answer> {
    const channel = this.#channel;
    if (!channel.can(method)) {
      this.#lacked = method;
      throw new Error(`This client can not be asked for ${method}: it does not declare it.`);
    }
    if (this.signal.aborted) throw new Error("The client waits no more.");
    if (channel.send !== null) return channel.send(method, params, signal);
    const given = this.#take(key);
    if (given !== null) return given;
    if (this.#open.has(key)) throw new Error(`${JSON.stringify(key)} is asked for already.`);
    return new Promise((resolve, reject) => {
      const withdraw = (): void => {
        if (this.#open.delete(key)) reject(new Error("The question was withdrawn."));
      };
      signal.addEventListener("abort", withdraw, { once: true });
      this.#open.set(key, { method, params, resolve, reject });
      this.#asked();
    });
  }

  #take(key: string): Answer | null {
    const given = Object.hasOwn(this.#given, key) ? this.#given[key] : undefined;
    return typeof given === "object" && given !== null && !Array.isArray(given)
      ? { ...given }
      : null;
  }

  #leave = (): void => this.stop("The client took its request back.");
}
