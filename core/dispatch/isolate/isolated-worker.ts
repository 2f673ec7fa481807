import { Worker } from "node:worker_threads";
import { thrownText } from "../wording.ts";
import { createIntake } from "./intake.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./protocol.ts";
import { workerFile } from "./worker-file.ts";

/** A call as its worker knows it. */
export interface CallInWorker {
  receive(message: FromWorker): void;
  /** The worker will never begin the call: give it to another one. */
  moveOn(reason: string): void;
  /**
   * The worker has stopped in the middle of the call.
   *
   * @param another - because of another call, or maybe of another call: this one may be run again, if that is safe
   */
  stopped(reason: string, another: boolean): void;
}

export type IsolatedWorkerOptions = {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** Of the worker's heap, in megabytes. */
  readonly memoryMb: number;
  /** How long a worker without calls is kept, in milliseconds. */
  readonly idleMs: number;
  /** How long a call may wait to be received before the worker counts as blocked, in milliseconds. */
  readonly blockedMs: number;
  /** It ends with the calls that it gets before it is idle for the first time. */
  readonly once: boolean;
  /** What its tools write to stdout and stderr. */
  readonly onOutput: (text: string) => void;
  /** It takes no more calls. */
  readonly onRetired: () => void;
};

/** By what both threads name a call. */
export type Ticket = { readonly number: number; readonly slot: number };

type Held = { readonly call: CallInWorker; readonly slot: number; readonly since: number };

/** How long a worker may take to show that its event loop turns, before it is killed with all that it runs. */
const PONG_MS = 500;

/**
 * One worker thread and the calls that it runs. Policy when something goes wrong in it:
 * - What would end the thread is laid to the call that it comes from. That call ends with an error; the worker is retired:
 *   it gets no more calls, its others finish, then it ends.
 * - A call that was given up while its tool still runs retires the worker too. When nothing else runs in it, or when it is
 *   blocked, it is killed at once.
 * - When it is killed, or dies of itself, calls that it has not begun move to another worker. The others are told.
 */
export class IsolatedWorker {
  /** Settles when the thread has ended. */
  readonly gone: Promise<void>;
  readonly #options: IsolatedWorkerOptions;
  readonly #worker: Worker;
  readonly #intake = createIntake();
  readonly #calls = new Map<number, Held>();
  readonly #idleTimer: NodeJS.Timeout;
  #blockedTimer: NodeJS.Timeout | null = null;
  #pongTimer: NodeJS.Timeout | null = null;
  #readyAt: number | null = null;
  #retired = false;
  #stopped = false;
  #uncaught: string | null = null;
  #count = 0;

  constructor(options: IsolatedWorkerOptions) {
    this.#options = options;
    const setup: WorkerSetup = { workspace: options.workspace, intake: this.#intake.memory };
    this.#worker = new Worker(workerFile(), {
      name: "pegboard-tools",
      workerData: setup,
      // Flags of this process may be ones that a worker can not have; its own code needs none.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    });
    this.#worker.on("message", (message: FromWorker) => this.#receive(message));
    this.#worker.on("error", (error) => (this.#uncaught = this.#describe(error)));
    this.gone = new Promise((resolve) => {
      this.#worker.on("exit", (code) => {
        this.#exited(code);
        resolve();
      });
    });
    this.#idleTimer = setTimeout(() => this.#idle(), options.idleMs);
    this.#idleTimer.unref();
    this.#worker.unref();
  }

  /**
   * Takes a call in.
   *
   * @throws Error where the worker holds as many calls as it can
   */
  add(call: CallInWorker): Ticket {
    const number = ++this.#count;
    const slot = this.#intake.offer(number);
    if (slot === null) throw new Error("its worker runs too many calls at once");
    if (this.#calls.size === 0) this.#worker.ref();
    this.#calls.set(number, { call, slot, since: performance.now() });
    this.#watch();
    return { number, slot };
  }

  /** @throws DataCloneError where the message holds what can not be copied */
  post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#worker.postMessage(message);
  }

  /**
   * A call is over.
   *
   * @param busy - its tool may still run, and is not waited for
   */
  remove(number: number, busy: boolean): void {
    const held = this.#calls.get(number);
    if (held === undefined) return;
    this.#calls.delete(number);
    const begun = !this.#intake.revoke(held.slot, number);
    this.#intake.free(held.slot);
    if (busy && begun) this.#giveUp(number);
    if (this.#calls.size > 0) return;
    if (this.#retired || this.#options.once) this.stop("its calls are over");
    else {
      this.#worker.unref();
      this.#idleTimer.refresh();
    }
  }

  /** Takes no more calls; those that it has not even received move on. */
  retire(reason: string): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#options.onRetired();
    for (const [number, held] of this.#calls) {
      if (!this.#intake.isReceived(held.slot, number)) this.#moveOn(number, held, reason);
    }
    if (this.#calls.size === 0) this.stop(reason);
  }

  /**
   * Kills it.
   *
   * @param reason - why, for the calls that were begun; completes "its worker stopped because …"
   * @param another - because of a call that is over by now
   */
  stop(reason: string, another = false): void {
    if (this.#stopped) return;
    void this.#worker.terminate();
    this.#end(reason, () => another);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.#readyAt = performance.now();
        break;
      case "pong":
        if (this.#pongTimer !== null) clearTimeout(this.#pongTimer);
        this.#pongTimer = null;
        break;
      case "spoiled":
        this.retire(message.why);
        break;
      case "output":
        this.#options.onOutput(message.text);
        break;
      default:
        this.#calls.get(message.call)?.call.receive(message);
    }
  }

  #giveUp(number: number): void {
    this.retire("another call in it was given up");
    if (this.#stopped || this.#calls.size === 0) return;
    this.post({ kind: "end", call: number });
    this.post({ kind: "ping" });
    this.#pongTimer ??= setTimeout(
      () => this.stop("another call kept it busy and had to be stopped", true),
      PONG_MS,
    );
  }

  /** A worker that receives nothing is blocked by a call: the others shall not wait for that one's time limit. */
  #watch(): void {
    if (this.#blockedTimer !== null || this.#retired) return;
    const { blockedMs } = this.#options;
    this.#blockedTimer = setTimeout(() => {
      this.#blockedTimer = null;
      const waiting = [...this.#calls].filter(
        ([number, { slot }]) => !this.#intake.isReceived(slot, number),
      );
      const now = performance.now();
      // Before it listens it can receive nothing.
      const waited = ({ since }: Held): number => now - Math.max(since, this.#readyAt ?? now);
      if (waiting.some(([, held]) => waited(held) >= blockedMs)) {
        this.retire("another call blocks it");
      } else if (waiting.length > 0) this.#watch();
    }, blockedMs);
    this.#blockedTimer.unref();
  }

  #moveOn(number: number, { call, slot }: Held, reason: string): void {
    this.#calls.delete(number);
    this.#intake.revoke(slot, number);
    call.moveOn(reason);
  }

  #exited(code: number): void {
    const reason = this.#uncaught ?? `a tool in it ended it with process.exit(${code})`;
    this.#end(reason, (begun) => begun > 1);
  }

  /** @param another - whether, of so many calls that were begun, another one may be to blame than the one that is told */
  #end(reason: string, another: (begun: number) => boolean): void {
    if (this.#stopped) return;
    this.#stopped = true;
    clearTimeout(this.#idleTimer);
    if (this.#blockedTimer !== null) clearTimeout(this.#blockedTimer);
    if (this.#pongTimer !== null) clearTimeout(this.#pongTimer);
    this.retire(reason);
    for (const [number, held] of this.#calls) {
      if (this.#intake.revoke(held.slot, number)) this.#moveOn(number, held, reason);
    }
    const begun = [...this.#calls.values()];
    this.#calls.clear();
    for (const { call } of begun) call.stopped(reason, another(begun.length));
  }

  #describe(error: unknown): string {
    if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY") {
      return `a tool in it needed more than ${this.#options.memoryMb} MB of memory`;
    }
    return `nothing caught an error: ${thrownText(error)}`;
  }

  #idle(): void {
    if (this.#calls.size === 0) this.stop("it was not needed");
  }
}
