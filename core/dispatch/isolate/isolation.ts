import type { Log } from "../../contract/index.ts";
import type { ToolEntry } from "../../board/board.ts";
import type { RunJob, Runner } from "../runner.ts";
import { IsolatedWorker } from "./isolated-worker.ts";
import { createLineBuffer } from "./line-buffer.ts";
import type { LineBuffer } from "./line-buffer.ts";
import { RemoteTool } from "./remote-tool.ts";
import type { Place } from "./remote-tool.ts";

export type IsolationOptions = {
  /** Absolute path of the workspace. */
  readonly workspace: string;
  /** Heap of one worker, in megabytes. Default: 512. */
  readonly memoryMb?: number;
  /** How long a worker without calls is kept, in milliseconds. Default: 60,000. */
  readonly idleMs?: number;
  /**
   * How long a call may wait behind one that blocks its worker before it gets a worker of its own, in milliseconds.
   * Default: 2,000.
   */
  readonly blockedMs?: number;
  /** Gets what isolated tools write to stdout and stderr, line by line; it masks secrets itself. Default: nobody does. */
  readonly log?: Log;
};

/** Runs tools in workers that can be killed: one worker for each isolated plugin, or for each isolated tool. */
export type Isolation = {
  readonly run: Runner;
  /** Kills all workers; calls that run in them end with an error. */
  close(): Promise<void>;
};

/** The one worker that takes calls of a unit, and the tools that it knows. */
type Unit = {
  readonly worker: IsolatedWorker;
  readonly tools: Map<string, { readonly number: number; readonly fingerprint: string }>;
};

/** Whether the board wants a tool to run in a worker: because of the tool itself, or of its plugin. */
export function isIsolated({ description, plugin }: ToolEntry): boolean {
  return plugin?.isolate === true || description?.isolate === true;
}

/**
 * Makes what runs isolated tools. Workers start at the first call, are shared by the calls of their plugin, do not keep
 * the process alive while nothing runs, and end when they have been idle for a while.
 *
 * Plain worker threads and no pool: a plugin has exactly one worker, so that its tools share their helpers, and one
 * channel carries results, progress, questions and aborts.
 */
export function createIsolation(options: IsolationOptions): Isolation {
  const { workspace, memoryMb = 512, idleMs = 60_000, blockedMs = 2_000, log } = options;
  const units = new Map<string, Unit>();
  const workers = new Set<IsolatedWorker>();
  let closed = false;

  const forgetWhenGone = async (worker: IsolatedWorker, output: LineBuffer): Promise<void> => {
    await worker.gone;
    workers.delete(worker);
    output.end();
  };

  const start = (key: string, once: boolean): Unit => {
    const output = createLineBuffer((text) =>
      log?.info(`output of the worker of ${key}`, { text }),
    );
    const worker: IsolatedWorker = new IsolatedWorker({
      workspace,
      memoryMb,
      idleMs,
      blockedMs,
      once,
      onOutput: output.push,
      onRetired: () => {
        if (units.get(key)?.worker === worker) units.delete(key);
      },
    });
    workers.add(worker);
    void forgetWhenGone(worker, output);
    return { worker, tools: new Map() };
  };

  const startShared = (key: string): Unit => {
    const unit = start(key, false);
    units.set(key, unit);
    return unit;
  };

  const place = (entry: ToolEntry, alone: boolean): Place => {
    if (closed) throw new Error("the dispatcher was closed");
    const { plugin, id, fingerprint } = entry;
    const key = plugin?.isolate === true ? `plugin ${plugin.name}` : id;
    if (alone) return setUp(start(key, true), entry);
    const current = units.get(key);
    const known = current?.tools.get(id);
    if (current !== undefined && known?.fingerprint === fingerprint) {
      return { worker: current.worker, tool: known.number };
    }
    // Its module is loaded as it was. Calls under way finish on that version; from here on there is the new one.
    if (known !== undefined) current?.worker.retire("a tool in it has changed");
    return setUp(units.get(key) ?? startShared(key), entry);
  };

  return {
    run: (job: RunJob) => new RemoteTool(job, (alone) => place(job.entry, alone)),
    async close() {
      closed = true;
      const all = [...workers];
      for (const worker of all) worker.stop("the dispatcher was closed");
      await Promise.all(all.map(({ gone }) => gone));
    },
  };
}

/** Makes a worker know a tool. */
function setUp({ worker, tools }: Unit, entry: ToolEntry): Place {
  const { file, name, plugin, id, fingerprint } = entry;
  if (file === null) throw new Error(`${name} has no file`);
  const sources = entry.sources();
  if (sources === null) throw new Error(`${name} changed while it was read. Reload the board`);
  const number = tools.size + 1;
  worker.post({
    kind: "tool",
    tool: number,
    file,
    name,
    sources,
    settings: plugin?.settings ?? {},
  });
  tools.set(id, { number, fingerprint });
  return { worker, tool: number };
}
