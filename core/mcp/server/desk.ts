import { randomUUID } from "node:crypto";
import type { Log, ToolResult } from "../../contract/index.ts";
import { memoryApprovals } from "../../dispatch/approve/store.ts";
import { createDispatcher } from "../../dispatch/dispatcher.ts";
import type { Dispatcher } from "../../dispatch/dispatcher.ts";
import type { DispatchEvent } from "../../dispatch/events.ts";
import type { BindStore } from "../../dispatch/options.ts";
import type { Secrets } from "../../dispatch/secrets/secrets.ts";
import { elicitationHost } from "./elicitation-host.ts";
import type { Surface } from "./surface.ts";
import type { Task } from "./task.ts";

export type DeskOptions = {
  /** As it is now: a call goes to the board of the moment it is made. */
  readonly surface: () => Surface;
  readonly secrets: Secrets;
  readonly toolStore: BindStore | undefined;
  readonly approveWrite: boolean;
  /** Whether the calls here come from one client, which may be remembered. */
  readonly hasSession: boolean;
};

type Counter = {
  readonly surface: Surface;
  readonly dispatcher: Dispatcher;
  /** Calls under way. */
  calls: number;
  retired: boolean;
};

/** Takes the calls of one client: one session, with what was allowed in it. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #session = randomUUID();
  readonly #approvals = memoryApprovals();
  /** By turn, which is the id of the call as well. */
  readonly #tasks = new Map<string, Task>();
  readonly #counters = new Set<Counter>();
  #current: Counter | null = null;
  #closed = false;

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Takes one call through the whole pipeline. Never rejects. */
  async call(name: string, args: unknown, task: Task): Promise<ToolResult> {
    const id = randomUUID();
    const counter = this.#counter();
    counter.calls += 1;
    this.#tasks.set(id, task);
    try {
      const [result] = await counter.dispatcher.run([{ id, name, args }], {
        turn: id,
        signal: task.signal,
        client: task.client,
        log: logTo(task),
      });
      if (result === undefined) throw new Error("The dispatcher gave no result.");
      return result;
    } finally {
      this.#tasks.delete(id);
      counter.calls -= 1;
      if (counter.retired && counter.calls === 0) void this.#end(counter);
    }
  }

  /** Stops what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#counters].map((counter) => this.#end(counter)));
  }

  #counter(): Counter {
    const surface = this.#options.surface();
    if (this.#current?.surface === surface) return this.#current;
    const before = this.#current;
    const counter: Counter = {
      surface,
      dispatcher: this.#dispatcher(surface),
      calls: 0,
      retired: false,
    };
    this.#current = counter;
    this.#counters.add(counter);
    if (this.#closed) void this.#end(counter);
    if (before !== null) {
      before.retired = true;
      if (before.calls === 0) void this.#end(before);
    }
    return counter;
  }

  async #end(counter: Counter): Promise<void> {
    this.#counters.delete(counter);
    await counter.dispatcher.close();
  }

  #dispatcher({ board, registry }: Surface): Dispatcher {
    const { secrets, toolStore, approveWrite, hasSession } = this.#options;
    return createDispatcher({
      board,
      registry,
      secrets,
      session: this.#session,
      approvals: this.#approvals,
      host: elicitationHost({
        taskOf: (turn) => this.#tasks.get(turn),
        approveWrite,
        hasSession,
      }),
      emit: this.#heard,
      ...(toolStore === undefined ? {} : { toolStore }),
    });
  }

  #heard = (event: DispatchEvent): void => {
    if (event.type !== "progress") return;
    // A tool that was called by a tool shows its progress as its caller's.
    const [outermost = ""] = event.call.split(".");
    this.#tasks.get(outermost)?.channel.progress(event.text);
  };
}

/** What a tool logs goes to the client that made the call. */
function logTo(task: Task): Log {
  const line = (level: keyof Log) => (message: string, data?: object) =>
    task.channel.log(level, message, data);
  return { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
}
