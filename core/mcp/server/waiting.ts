import { randomBytes } from "node:crypto";
import type { Task } from "./task.ts";

/** What waits for its client to come back with answers. */
export type Waiting = {
  readonly task: Task;
  /** The request that has to be repeated, all of it but the answers. */
  readonly request: string;
};

/** How long a client may take to come back, in milliseconds. */
const PATIENCE = 10 * 60_000;
/** The ones that wait longest make room. */
const MOST = 1_000;

/** Keeps work that waits, each under a state that can not be guessed and is good for one return. */
export class WaitingTasks {
  readonly #tasks = new Map<string, Waiting & { readonly timer: NodeJS.Timeout }>();

  /** @returns the state that the client has to bring back */
  keep(waiting: Waiting): string {
    const state = randomBytes(24).toString("base64url");
    const timer = setTimeout(() => this.#drop(state, "The client did not come back."), PATIENCE);
    timer.unref();
    this.#tasks.set(state, { ...waiting, timer });
    const [oldest] = this.#tasks.keys();
    if (this.#tasks.size > MOST && oldest !== undefined) {
      this.#drop(oldest, "Too much waits for clients.");
    }
    return state;
  }

  /** @returns what waits under that state, which is forgotten; null where nothing does, or another request was repeated */
  take(state: string, request: string): Task | null {
    const found = this.#tasks.get(state);
    if (found === undefined || found.request !== request) return null;
    clearTimeout(found.timer);
    this.#tasks.delete(state);
    return found.task;
  }

  close(): void {
    for (const state of this.#tasks.keys()) this.#drop(state, "The server was closed.");
  }

  #drop(state: string, reason: string): void {
    const found = this.#tasks.get(state);
    if (found === undefined) return;
    clearTimeout(found.timer);
    this.#tasks.delete(state);
    found.task.stop(reason);
  }
}
