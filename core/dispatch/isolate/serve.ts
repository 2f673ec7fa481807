import type { MessagePort } from "node:worker_threads";
import { Response, isToolClass } from "../../contract/index.ts";
import type { ToolClass } from "../../contract/index.ts";
import { createLoader } from "../../board/load.ts";
import type { Loader } from "../../board/load.ts";
import { findPackageRoot } from "../../board/package-root.ts";
import { runInProcess } from "../run-in-process.ts";
import type { RunningTool } from "../runner.ts";
import { captureOutput } from "./capture-output.ts";
import { packOutput, settle } from "./crossing.ts";
import { createIntake } from "./intake.ts";
import type {
  Beginning,
  FromWorker,
  PackedResponse,
  Step,
  ToWorker,
  ToolSetup,
  WorkerSetup,
} from "./protocol.ts";
import { createWorkerContext } from "./worker-context.ts";
import type { WorkerContext } from "./worker-context.ts";

type Call = WorkerContext & { readonly running: RunningTool | Promise<RunningTool> };

/**
 * Runs the calls that come through `port`, in a worker. Whatever a tool does here that nothing catches ends the worker
 * and nothing else.
 */
export function serve(port: MessagePort, { workspace, intake: memory }: WorkerSetup): void {
  const intake = createIntake(memory);
  const packageRoot = findPackageRoot();
  const loader = createLoader({
    roots: packageRoot === null ? [workspace] : [workspace, packageRoot],
  });
  const setups = new Map<number, ToolSetup>();
  const tools = new Map<number, ToolClass>();
  const calls = new Map<number, Call>();
  const send = (message: FromWorker): void => port.postMessage(message);

  captureOutput((text) => send({ kind: "output", text }));

  const begin = (call: number, beginning: Beginning): Call => {
    const setup = setups.get(beginning.tool);
    if (setup === undefined) throw new Error(`tool ${beginning.tool} was not set up`);
    const context = createWorkerContext(call, beginning, setup, workspace, send);
    const start = (tool: ToolClass): RunningTool =>
      runInProcess({
        entry: setup,
        tool,
        method: beginning.method,
        args: beginning.args,
        message: beginning.message,
        loop_data: { round: beginning.round, memo: new Map() },
        context: context.context,
      });
    const known = tools.get(beginning.tool);
    const load = async (): Promise<RunningTool> => {
      const tool = await loadTool(loader, setup.file);
      tools.set(beginning.tool, tool);
      return start(tool);
    };
    const made = { ...context, running: known === undefined ? load() : start(known) };
    calls.set(call, made);
    return made;
  };

  const forget = (call: number): void => {
    calls.get(call)?.end();
    calls.delete(call);
  };

  const step = async ({
    call,
    begin: beginning,
    step: asked,
    last,
  }: Extract<ToWorker, { kind: "step" }>): Promise<void> => {
    if (beginning !== undefined && !intake.takeUp(call)) return;
    const settled = await settle(async () => {
      const { running } = beginning === undefined ? underWay(calls, call) : begin(call, beginning);
      return perform(await running, asked);
    });
    if (last) forget(call);
    send({ kind: "done", call, settled });
  };

  port.on("message", (message: ToWorker) => {
    switch (message.kind) {
      case "tool":
        setups.set(message.tool, message);
        break;
      case "step":
        void step(message);
        break;
      case "abort":
        calls.get(message.call)?.abort(message.reason);
        break;
      case "answer":
        calls.get(message.call)?.answer(message.request, message.settled);
        break;
      case "end":
        forget(message.call);
        break;
      case "ping":
        send({ kind: "pong" });
    }
  });
  send({ kind: "ready" });
}

function underWay(calls: ReadonlyMap<number, Call>, call: number): Call {
  const found = calls.get(call);
  if (found === undefined) throw new Error("the call is over");
  return found;
}

async function perform(running: RunningTool, step: Step): Promise<PackedResponse | null> {
  switch (step.name) {
    case "before":
      await running.before_execution();
      return null;
    case "execute":
      return packOutput(await running.execute(step.args));
    case "after":
      await running.after_execution(new Response(step.response));
      return null;
  }
}

/** The main thread has loaded this very file before, so that it does not load here is rare, and worth another try. */
async function loadTool(loader: Loader, file: string): Promise<ToolClass> {
  const outcome = await loader.load(file);
  if (outcome.kind === "failed") {
    loader.forget([file]);
    throw new Error(`It could not be loaded in its worker: ${outcome.cause}`);
  }
  const tool = outcome.exports.get("default");
  if (!isToolClass(tool))
    throw new Error("It could not be loaded in its worker: no default export is a tool");
  return tool;
}
