import { Failed, Response, Tool } from "../../contract/index.ts";
import type { ToolClass } from "../../contract/index.ts";
import { declaredRisk } from "../declared-risk.ts";
import type { RunJob, RunningTool } from "../runner.ts";
import { thrownText } from "../wording.ts";
import { packError, packResponse, unsettle } from "./crossing.ts";
import type { CallInWorker, IsolatedWorker, Ticket } from "./isolated-worker.ts";
import type { Beginning, FromWorker, Settled, Step, ToWorker } from "./protocol.ts";
import { createRequests } from "./requests.ts";
import type { ToolRequests } from "./requests.ts";

/** A worker, and the number by which it knows the call's tool. */
export type Place = { readonly worker: IsolatedWorker; readonly tool: number };

/**
 * Finds the worker for a call; makes one where there is none.
 *
 * @param alone - in a worker that nothing else runs in
 */
export type FindPlace = (alone: boolean) => Place;

/** A worker that dies before it takes up a call is tried again this often: that it does so for ever must not loop. */
const MOVES = 3;

type Waiting = {
  readonly step: Step;
  readonly resolve: (value: Response | null) => void;
  readonly reject: (error: unknown) => void;
};

/** One call's instance of a tool, which lives in a worker. It is begun there with its first step. */
export class RemoteTool implements RunningTool, CallInWorker {
  readonly #job: RunJob;
  readonly #findPlace: FindPlace;
  /** Most tools ask for nothing. */
  #requests: ToolRequests | null = null;
  #place: Place | null = null;
  #ticket: Ticket = { number: 0, slot: 0 };
  #waiting: Waiting | null = null;
  #lost: string | null = null;
  #over = false;
  #moves = 0;
  #runsAgain = false;
  /** The worker holds an instance for it. */
  #inWorker = false;
  /** The step under way is the last one, after which the worker forgets the call. */
  #isLast = false;
  #signal: AbortSignal | null = null;

  constructor(job: RunJob, findPlace: FindPlace) {
    this.#job = job;
    this.#findPlace = findPlace;
  }

  before_execution(): unknown {
    return overrides(this.#job.tool, "before_execution")
      ? this.#take({ name: "before" })
      : undefined;
  }

  execute(args: unknown): Promise<Response | null> {
    return this.#take({ name: "execute", args });
  }

  after_execution(response: Response): unknown {
    return overrides(this.#job.tool, "after_execution")
      ? this.#take({ name: "after", response: packResponse(response) })
      : undefined;
  }

  release(): void {
    if (this.#over) return;
    this.#over = true;
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#requests?.end();
    const busy = this.#waiting !== null;
    this.#waiting = null;
    if (this.#inWorker && !busy) this.#post({ kind: "end", call: this.#ticket.number });
    this.#place?.worker.remove(this.#ticket.number, busy);
  }

  receive(message: FromWorker): void {
    switch (message.kind) {
      case "done":
        this.#settle(message.settled);
        break;
      case "ready":
      case "pong":
      case "spoiled":
      case "output":
        break;
      default:
        if (this.#over) break;
        this.#requests ??= createRequests(this.#job.context, (request, settled) =>
          this.#post({ kind: "answer", call: this.#ticket.number, request, settled }),
        );
        this.#requests.receive(message);
    }
  }

  moveOn(reason: string): void {
    this.#place = null;
    this.#inWorker = false;
    if (this.#waiting === null) return;
    this.#moves += 1;
    if (this.#moves > MOVES) this.stopped(reason);
    else this.#send(this.#waiting);
  }

  stopped(reason: string, another = false): void {
    if (another && this.#waiting !== null && this.#isSafeToRepeat()) {
      this.#runsAgain = true;
      this.#place = null;
      this.#inWorker = false;
      this.#send(this.#waiting);
      return;
    }
    this.#lost = `Its worker stopped because ${reason}.`;
    this.#inWorker = false;
    this.#waiting?.reject(this.#loss());
    this.#waiting = null;
  }

  #take(step: Step): Promise<Response | null> {
    return new Promise((resolve, reject) => {
      if (this.#over) throw new Failed("The call is over.");
      if (this.#lost !== null) throw this.#loss();
      this.#waiting = { step, resolve, reject };
      this.#send(this.#waiting);
    });
  }

  #send({ step }: Waiting): void {
    this.#isLast =
      step.name === "after" ||
      (step.name === "execute" && !overrides(this.#job.tool, "after_execution"));
    const { number, slot } = this.#ticket;
    try {
      if (this.#place === null) this.#begin(step);
      else this.#post({ kind: "step", call: number, slot, step, last: this.#isLast });
    } catch (error) {
      this.#waiting?.reject(new Failed(`It can not run in a worker: ${thrownText(error)}`));
      this.#waiting = null;
    }
  }

  #begin(step: Step): void {
    const { worker, tool } = (this.#place = this.#findPlace(this.#runsAgain));
    const { signal } = this.#job.context;
    const { number, slot } = (this.#ticket = worker.add(this));
    worker.post({
      kind: "step",
      call: number,
      slot,
      begin: this.#beginning(tool, signal),
      step,
      last: this.#isLast,
    });
    this.#inWorker = true;
    this.#signal = signal;
    signal.addEventListener("abort", this.#abort);
  }

  #beginning(tool: number, signal: AbortSignal): Beginning {
    const { method, args, message, loop_data, context } = this.#job;
    const agent = context.agent.deref();
    return {
      tool,
      method,
      declared: declaredRisk(this.#job.tool, method),
      args,
      message,
      round: loop_data.round,
      turn: context.turn,
      model: context.model,
      store: context.store !== null,
      id: context.call.id,
      agent:
        agent === undefined
          ? null
          : {
              id: agent.id,
              profile: agent.profile,
              session: agent.session,
              depth: agent.depth,
              depth_left: agent.depth_left,
            },
      aborted: signal.aborted ? packError(signal.reason) : null,
    };
  }

  /**
   * Another call has taken the worker along. A call that only reads, and has told nobody anything, can be run once more,
   * alone; whatever else has begun is never repeated.
   */
  #isSafeToRepeat(): boolean {
    const { entry, method, tool } = this.#job;
    const spec = method === null ? entry.description?.self : entry.description?.methods[method];
    return (
      !this.#runsAgain &&
      this.#requests === null &&
      !overrides(tool, "before_execution") &&
      spec?.risk === "read" &&
      !spec.assessed
    );
  }

  #settle(settled: Settled<ReturnType<typeof packResponse> | null>): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (this.#isLast) this.#inWorker = false;
    try {
      const packed = unsettle(settled);
      waiting?.resolve(packed === null ? null : new Response(packed));
    } catch (error) {
      waiting?.reject(error);
    }
  }

  readonly #abort = (): void => {
    this.#post({
      kind: "abort",
      call: this.#ticket.number,
      reason: packError(this.#signal?.reason),
    });
  };

  #post(message: ToWorker): void {
    if (this.#lost === null) this.#place?.worker.post(message);
  }

  #loss(): Failed {
    return new Failed(`${this.#lost} Whether the call had taken effect is not known.`);
  }
}

/** The steps that a tool leaves as they are do nothing, so they need not cross. */
function overrides(tool: ToolClass, step: "before_execution" | "after_execution"): boolean {
  return tool.prototype[step] !== Tool.prototype[step];
}
