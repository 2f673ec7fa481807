import type { AgentHandle, Log, ToolContext } from "../../contract/index.ts";
import { toText } from "../steps/normalise.ts";
import { plain } from "../steps/plain.ts";
import { remoteAssets, remoteStore } from "./outliving.ts";
import { packError, unpackError, unsettle } from "./crossing.ts";
import type {
  AnyRequest,
  Beginning,
  FromWorker,
  PackedError,
  RequestName,
  Requests,
  Settled,
  ToolSetup,
} from "./protocol.ts";

/** A tool's context in the worker, and what the main thread does to it. */
export type WorkerContext = {
  readonly context: ToolContext;
  abort(reason: PackedError): void;
  answer(request: number, settled: Settled<unknown>): void;
  /** The call is over: its agent is gone, as in process. */
  end(): void;
};

/**
 * Makes the context that a tool sees in a worker: the same as in process. What it asks for is done by the main thread.
 *
 * @param call - by which both threads name the call
 * @param send - posts a message; throws where it holds what can not be copied
 */
export function createWorkerContext(
  call: number,
  begin: Beginning,
  setup: ToolSetup,
  workspace: string,
  send: (message: FromWorker) => void,
): WorkerContext {
  /** Most tools never look at it. */
  let controller: AbortController | null = null;
  let aborted = begin.aborted;
  const signalled = (): AbortController => {
    controller ??= new AbortController();
    if (aborted !== null && !controller.signal.aborted) controller.abort(unpackError(aborted));
    return controller;
  };
  const open = new Map<number, (settled: Settled<unknown>) => void>();
  let requests = 0;
  let over = false;

  const ask = <N extends RequestName>(
    name: N,
    given: Requests[N]["given"],
    signal?: AbortSignal,
  ): Promise<Requests[N]["answer"]> =>
    new Promise((resolve, reject) => {
      const request = ++requests;
      const withdraw = (): void =>
        send({ kind: "withdraw", call, request, reason: packError(signal?.reason) });
      // The main thread answers a request with what belongs to its name.
      send({ kind: "request", call, request, name, given } as FromWorker & AnyRequest);
      open.set(request, (settled) => {
        signal?.removeEventListener("abort", withdraw);
        try {
          resolve(unsettle(settled) as Requests[N]["answer"]);
        } catch (error) {
          reject(error);
        }
      });
      if (signal?.aborted) withdraw();
      else signal?.addEventListener("abort", withdraw, { once: true });
    });

  const { agent } = begin;
  const handle: AgentHandle | undefined =
    agent === null
      ? undefined
      : {
          ...agent,
          callTool: ({ signal, name, args }) => ask("call_tool", { name, args }, signal),
          runChild: ({ signal, ...turn }) => ask("run_child", turn, signal),
          handle_intervention: () => ask("intervention", null),
        };

  const context: ToolContext = {
    turn: begin.turn,
    model: begin.model,
    agent: { deref: () => (over ? undefined : handle) },
    get signal() {
      return signalled().signal;
    },
    call: { id: begin.id, name: setup.name, method: begin.method },
    workspace,
    progress: {
      set: (text) => ask("progress", toText(text)),
      add: (text) => send({ kind: "add_progress", call, text: toText(text) }),
    },
    ask: (question) => ask("question", question),
    client: null,
    settings: setup.settings,
    store: begin.store ? remoteStore(ask) : null,
    assets: remoteAssets(ask),
    mask: (text) => ask("mask", text),
    log: createLog(call, send),
  };

  return {
    context,
    abort(reason) {
      aborted ??= reason;
      if (controller !== null) signalled();
    },
    answer(request, settled) {
      open.get(request)?.(settled);
      open.delete(request);
    },
    end() {
      over = true;
    },
  };
}

function createLog(call: number, send: (message: FromWorker) => void): Log {
  const at =
    (level: keyof Log) =>
    (message: string, data?: object): void =>
      send({ kind: "log", call, level, message: toText(message), data: plainObject(data) });
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}

/** What is logged must cross, whatever it is. */
function plainObject(data: unknown): object | undefined {
  if (data === undefined) return undefined;
  const copy = plain(data);
  return typeof copy === "object" && copy !== null ? copy : { data: copy };
}
