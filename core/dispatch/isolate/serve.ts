import type { MessagePort } from "node:worker_threads";
import { Response } from "../../contract/index.ts";
import type { ToolClass } from "../../contract/index.ts";
import { createLoader } from "../../board/load.ts";
import { findPackageRoot } from "../../board/package-root.ts";
import { ownMethod } from "../declared-risk.ts";
import { runInProcess } from "../run-in-process.ts";
import type { RunningTool } from "../runner.ts";
import { guardCalls } from "./call-guard.ts";
import { captureOutput } from "./capture-output.ts";
import { packError, packOutput, settle } from "./crossing.ts";
import { createIntake } from "./intake.ts";
import { loadJudged, refuseRaised } from "./judged-source.ts";
import type {
  Beginning,
  FromWorker,
  PackedResponse,
  Settled,
  Step,
  ToWorker,
  ToolSetup,
  WorkerSetup,
} from "./protocol.ts";
import { createWorkerContext } from "./worker-context.ts";
import type { WorkerContext } from "./worker-context.ts";

type Call = {
  readonly number: number;
  readonly context: WorkerContext;
  running: RunningTool | null;
  /** Its tool says what its structured result is. */
  structured: boolean;
  /** It has its answer, or the main thread wants none. */
  over: boolean;
};

type StepMessage = Extract<ToWorker, { kind: "step" }>;

/** Runs the calls that come through `port`, in a worker. What one of them does wrong is its own trouble. */
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
  const guard = guardCalls<Call>((call, why) => {
    const error = packError(new Error(`Its worker stopped because ${why}.`));
    // First, or the next call could be given to this worker before it is known to be spoiled.
    send({ kind: "spoiled", why });
    answer(call, { kind: "threw", error }, true);
  });

  const answer = (call: Call, settled: Settled<PackedResponse | null>, last: boolean): void => {
    if (call.over) return;
    if (last) forget(call.number);
    send({ kind: "done", call: call.number, settled });
  };

  const forget = (number: number): void => {
    const call = calls.get(number);
    if (call === undefined) return;
    call.over = true;
    call.context.end();
    calls.delete(number);
  };

  const meet = (number: number, beginning: Beginning, setup: ToolSetup): Call => {
    const context = createWorkerContext(number, beginning, setup, workspace, send);
    const call = { number, context, running: null, structured: false, over: false };
    calls.set(number, call);
    return call;
  };

  /** Null: the call was taken back before its tool began. */
  const bringToLife = async (
    call: Call,
    { method, declared, args, message, round }: Beginning,
    setup: ToolSetup,
    slot: number,
  ): Promise<RunningTool | null> => {
    const { name } = setup;
    const known = tools.get(setup.tool);
    const tool = known ?? (await loadJudged(loader, setup));
    if (known === undefined) tools.set(setup.tool, tool);
    refuseRaised(name, tool, method, declared);
    if (!intake.begin(slot, call.number)) {
      forget(call.number);
      return null;
    }
    call.structured = (method === null ? tool : ownMethod(tool, method))?.output !== undefined;
    const { context } = call.context;
    const loop_data = { round, memo: new Map<string, unknown>() };
    return runInProcess({ entry: { name }, tool, method, args, message, loop_data, context });
  };

  const firstStep = async (message: StepMessage, beginning: Beginning): Promise<void> => {
    const { call: number, slot, step, last } = message;
    const setup = setups.get(beginning.tool);
    // It is always sent before.
    if (setup === undefined) return;
    intake.receive(slot, number);
    const call = meet(number, beginning, setup);
    await guard.run(call, async () => {
      const settled = await settle(async () => {
        call.running = await bringToLife(call, beginning, setup, slot);
        return call.running === null ? null : perform(call.running, step, call.structured);
      });
      answer(call, settled, last);
    });
  };

  const furtherStep = async ({ call: number, step, last }: StepMessage): Promise<void> => {
    const call = calls.get(number);
    const running = call?.running;
    if (call === undefined || running === undefined || running === null) return;
    await guard.run(call, async () => {
      answer(call, await settle(() => perform(running, step, call.structured)), last);
    });
  };

  port.on("message", (message: ToWorker) => {
    switch (message.kind) {
      case "tool":
        setups.set(message.tool, message);
        break;
      case "step":
        void (message.begin === undefined
          ? furtherStep(message)
          : firstStep(message, message.begin));
        break;
      case "abort": {
        const call = calls.get(message.call);
        if (call !== undefined) guard.run(call, () => call.context.abort(message.reason));
        break;
      }
      case "answer":
        calls.get(message.call)?.context.answer(message.request, message.settled);
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

async function perform(
  running: RunningTool,
  step: Step,
  structured: boolean,
): Promise<PackedResponse | null> {
  switch (step.name) {
    case "before":
      await running.before_execution();
      return null;
    case "execute":
      return packOutput(await running.execute(step.args), structured);
    case "after":
      await running.after_execution(new Response(step.response));
      return null;
  }
}
