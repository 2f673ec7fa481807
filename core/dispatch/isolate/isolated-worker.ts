import { Worker } from "node:worker_threads";
import { thrownText } from "../wording.ts";
import { createIntake } from "./intake.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./protocol.ts";
import { workerFile } from "./worker-file.ts";

/** A call as its worker knows it. */
export interface CallInWorker {
  receive(message: FromWorker): void;
  /** The worker will never take the call up: give it to another one. */
  moveOn(reason: string): void;
  /** The worker has stopped in the middle of the call. */
  stopped(reason: string): void;
}

export type IsolatedWorkerOptions = {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** Of the worker's heap, in megabytes. */
  readonly memoryMb: number;
  /** How long a worker without calls is kept, in milliseconds. */
  readonly idleMs: number;
  /** How long a call may wait to be taken up before the worker counts as blocked, in milliseconds. */
  readonly blockedMs: number;
  /** What its tools write to stdout and stderr. */
  readonly onOutput: (text: string) => void;
  /** It takes no more calls. */
  readonly onRetired: () => void;
};

/** How long a worker may take to show that its event loop turns, before it is killed with all that it runs. */
const PONG_MS = 500;

/**
 * One worker thread and the calls that it runs. Policy when something goes wrong in it:
 * - A call that was not taken up yet moves to another worker: nothing of it has happened.
 * - A call that was given up while its tool still runs retires the worker: its other calls finish, then it is killed. When
 *   nothing else runs in it, or when it is blocked, it is killed at once.
 * - A crash ends the calls that were begun, each with an error that says why. They are never run again: whether they had
 *   taken effect is not known.
 */
export class IsolatedWorker {
  /** Settles when the thread has ended. */
  readonly gone: Promise<void>;
  readonly #options: IsolatedWorkerOptions;
  readonly #worker: Worker;
  readonly #intake = createIntake();
  readonly #calls = new Map<number, CallInWorker>();
  /** When calls that may not have been taken up were sent, in the order sent. */
  readonly #waiting = new Map<number, number>();
  readonly #idleTimer: NodeJS.Timeout;
  #blockedTimer: NodeJS.Timeout | null = null;
  #pongTimer: NodeJS.Timeout | null = null;
  #ready = false;
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

  /** Whether it takes further calls. */
  get open(): boolean {
    return !this.#retired;
  }

  /** Takes a call in; returns the number by which both threads name it. */
  add(call: CallInWorker): number {
    if (this.#calls.size === 0) this.#worker.ref();
    const number = ++this.#count;
    this.#calls.set(number, call);
    this.#waiting.set(number, performance.now());
    this.#watch();
    return number;
  }

  /** @throws DataCloneError where the message holds what can not be copied */
  post(message: ToWorker): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#worker.postMessage(message);
  }

  /**
   * A call is over.
   *
   * @param busy - its tool still runs, and is not waited for
   */
  remove(number: number, busy: boolean): void {
    if (!this.#calls.delete(number)) return;
    this.#waiting.delete(number);
    if (busy && !this.#stopped) this.#giveUp(number);
    if (this.#calls.size > 0) return;
    if (this.#retired) this.stop("its calls are over");
    else {
      this.#worker.unref();
      this.#idleTimer.refresh();
    }
  }

  /** Takes no more calls; those that it has not begun move on. */
  retire(reason: string): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#intake.close();
    this.#options.onRetired();
    for (const [number, call] of this.#calls) {
      if (!this.#intake.hasTakenUp(number)) this.#moveOn(number, call, reason);
    }
  }

  /**
   * Kills it.
   *
   * @param reason - why, for the calls that were begun; completes "its worker stopped because …"
   */
  stop(reason: string): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.retire(reason);
    this.#clearTimers();
    void this.#worker.terminate();
    this.#endCalls(reason);
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.#ready = true;
        // Until now it could not take anything up.
        for (const number of this.#waiting.keys()) this.#waiting.set(number, performance.now());
        break;
      case "pong":
        if (this.#pongTimer !== null) clearTimeout(this.#pongTimer);
        this.#pongTimer = null;
        break;
      case "output":
        this.#options.onOutput(message.text);
        break;
      default:
        this.#calls.get(message.call)?.receive(message);
    }
  }

  #giveUp(number: number): void {
    const begun = this.#intake.hasTakenUp(number);
    this.retire("another call in it was given up");
    // It will not take it up any more, so there is nothing to kill for it.
    if (!begun || this.#calls.size === 0) return;
    this.post({ kind: "end", call: number });
    this.post({ kind: "ping" });
    this.#pongTimer ??= setTimeout(
      () => this.stop("another call kept it busy and had to be stopped"),
      PONG_MS,
    );
  }

  /** A worker that takes nothing up is blocked by a call: the others shall not wait for that one's time limit. */
  #watch(): void {
    if (this.#blockedTimer !== null || this.#retired) return;
    this.#blockedTimer = setTimeout(() => {
      this.#blockedTimer = null;
      for (const [number, since] of this.#waiting) {
        if (this.#intake.hasTakenUp(number)) this.#waiting.delete(number);
        else if (this.#ready && performance.now() - since >= this.#options.blockedMs) {
          this.retire("another call blocks it");
          break;
        }
      }
      if (this.#waiting.size > 0) this.#watch();
    }, this.#options.blockedMs);
    this.#blockedTimer.unref();
  }

  #moveOn(number: number, call: CallInWorker, reason: string): void {
    this.remove(number, false);
    call.moveOn(reason);
  }

  #endCalls(reason: string): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.stopped(reason);
  }

  #exited(code: number): void {
    const reason = this.#uncaught ?? `a tool in it ended it with process.exit(${code})`;
    this.#stopped = true;
    this.retire(reason);
    this.#clearTimers();
    this.#endCalls(reason);
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

  #clearTimers(): void {
    clearTimeout(this.#idleTimer);
    if (this.#blockedTimer !== null) clearTimeout(this.#blockedTimer);
    if (this.#pongTimer !== null) clearTimeout(this.#pongTimer);
  }
}
