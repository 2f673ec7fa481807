import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log, ResultStatus, ToolResult } from "../../../core/contract/index.ts";
import type { ToolEntry } from "../../../core/board/board.ts";
import { memoryApprovals } from "../../../core/dispatch/approve/store.ts";
import type { ApprovalStore } from "../../../core/dispatch/approve/store.ts";
import { createDispatcher } from "../../../core/dispatch/dispatcher.ts";
import type { DispatchEvent } from "../../../core/dispatch/events.ts";
import { createIsolation } from "../../../core/dispatch/isolate/isolation.ts";
import type { Isolation } from "../../../core/dispatch/isolate/isolation.ts";
import { createLoopGuard } from "../../../core/dispatch/loop-guard.ts";
import { RESULTS_FOLDER } from "../../../core/dispatch/spill.ts";
import { boardOf, entryOf } from "../parts.ts";
import { checkEvents, checkResults, checkSecrets, progressOf } from "./checks.ts";
import { stormExtensions } from "./extensions.ts";
import { stormHost } from "./hosts.ts";
import { ISOLATED_ENDS, isolatedTools } from "./isolated.ts";
import type { IsolatedTools } from "./isolated.ts";
import { Ledger } from "./ledger.ts";
import { Random } from "./random.ts";
import { scenarioOf } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { secrets } from "./secret.ts";
import { specimens } from "./tools.ts";
import type { Specimen } from "./tools.ts";

export type StormOptions = {
  readonly batches: number;
  readonly seed: number;
  /** The first batch; with `batches: 1` the one that is to be seen again. Default: 0. */
  readonly from?: number;
  /** Is told after each group of batches how many are done. */
  readonly progress?: (done: number) => void;
};

export type StormReport = {
  readonly batches: number;
  readonly calls: number;
  /** How many calls ended how. */
  readonly ends: Readonly<Record<ResultStatus, number>>;
  /** Each names its batch. */
  readonly faults: readonly string[];
};

/** Batches that blow at the same time. */
const WIDTH = 16;

/** Nothing in a storm takes this long, in milliseconds, unless it hangs. */
const HANGS = 30_000;

type Weather = {
  readonly seed: number;
  readonly ledger: Ledger;
  readonly tools: Readonly<Record<string, Specimen>>;
  readonly entries: readonly ToolEntry[];
  readonly isolated: IsolatedTools;
  readonly isolation: Isolation;
  readonly approvals: ApprovalStore;
};

/**
 * Makes batches of calls as chance has it, runs them against hosts and extensions that do anything, stops them at any
 * time, and checks after each what must always hold.
 */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const { batches, seed, from = 0, progress } = options;
  const faults: string[] = [];
  const ends = { ok: 0, error: 0, denied: 0, no_answer: 0, cancelled: 0, timeout: 0 };
  let calls = 0;
  const unhandled = (reason: unknown): void => {
    faults.push(`a rejection was not handled: ${String(reason)}`);
  };
  process.on("unhandledRejection", unhandled);
  const before = held();
  const weather = await brew(seed);
  try {
    for (let first = from; first < from + batches; first += WIDTH) {
      const count = Math.min(WIDTH, from + batches - first);
      const group = await Promise.all(
        Array.from({ length: count }, (_, at) => runBatch(weather, first + at)),
      );
      for (const { results, faults: found } of group) {
        calls += results.length;
        for (const { status } of results) ends[status] += 1;
        faults.push(...found);
      }
      await calm(weather.ledger);
      faults.push(...weather.ledger.faults.splice(0));
      faults.push(...checkSecrets({ "what was saved": takeSaved(weather.isolated.root) }));
      faults.push(
        ...(await leftOver("timers", before, `batches ${first} to ${first + count - 1}`)),
      );
      progress?.(first + count - from);
    }
  } finally {
    await weather.isolation.close();
    weather.isolated.remove();
    process.off("unhandledRejection", unhandled);
  }
  faults.push(...(await leftOver("workers", before, "the storm")));
  return { batches, calls, ends, faults };
}

async function brew(seed: number): Promise<Weather> {
  const ledger = new Ledger(secrets);
  const tools = specimens(ledger);
  const isolated = await isolatedTools();
  const entries = [
    ...Object.entries(tools).map(([name, { tool }]) => entryOf(name, tool)),
    ...isolated.entries,
  ];
  return {
    seed,
    ledger,
    tools,
    entries,
    isolated,
    isolation: createIsolation({ workspace: isolated.root, blockedMs: 100 }),
    approvals: memoryApprovals(),
  };
}

type Outcome = { readonly results: readonly ToolResult[]; readonly faults: readonly string[] };

async function runBatch(weather: Weather, number: number): Promise<Outcome> {
  const { seed, ledger, entries, isolated, isolation, approvals } = weather;
  const random = new Random(seed, number);
  const turn = `b${number}`;
  const names = isolated.entries.map(({ name }) => name);
  const scenario = scenarioOf(random, turn, Object.keys(weather.tools), names);
  ledger.begin(turn, scenario.approvals);
  const board = boardOf({
    tools: entries,
    root: isolated.root,
    approvals: scenario.approvals,
    limits: scenario.limits,
    extensions: scenario.hasExtensions ? stormExtensions(random) : [],
  });
  const { host, shown, open } = stormHost(random, ledger);
  const events: DispatchEvent[] = [];
  const lines: unknown[] = [];
  const dispatcher = createDispatcher({
    board,
    host,
    session: scenario.session,
    secrets,
    approvals,
    grace: scenario.grace,
    isolated: isolation.run,
    log: logInto(lines),
    emit: (event) => void events.push(event),
  });
  const stop = new AbortController();
  if (scenario.stop.kind === "before") stop.abort(new Error("before"));
  const running = dispatcher.run(scenario.calls, {
    signal: stop.signal,
    turn,
    ...(scenario.hasGuard ? { guard: createLoopGuard() } : {}),
  });
  if (scenario.stop.kind === "stop" || scenario.stop.kind === "close") {
    await ledger.wait(scenario.stop.after);
    if (scenario.stop.kind === "stop") stop.abort(new Error("stop"));
    else await dispatcher.close();
  }
  const results = await inTime(running);
  if (results === null) return { results: [], faults: [`batch ${number} never ended`] };
  await dispatcher.close();
  await calm(ledger);

  const limit = scenario.limits.result_chars ?? 0;
  const found = [
    ...checkResults(scenario.calls, results, (at) => mayEnd(weather, scenario, at), limit),
    ...checkEvents(results, events),
    ...checkSecrets({
      results,
      events,
      progress: progressOf(events),
      "what the host was shown": shown,
      "the log": lines,
    }),
    ...(open.size === 0 ? [] : [`${open.size} questions are still open`]),
  ];
  return { results, faults: found.map((fault) => `batch ${number}: ${fault}`) };
}

/** How a call may end. Whatever interferes with it adds to what its tool does by itself. */
function mayEnd(weather: Weather, scenario: Scenario, at: number): ResultStatus[] {
  const name = String(scenario.calls[at]?.name);
  const own = scenario.fates[at] === "error" ? ["error" as const] : endsOf(weather, name);
  const wasStopped = scenario.stop.kind !== "never";
  const everything = ["ok", "error", "denied", "no_answer", "cancelled", "timeout"] as const;
  if (scenario.fates[at] !== "error") {
    if (scenario.hasExtensions || name in scenario.approvals.tools) return [...everything];
    if (scenario.hasGuard) return [...own, "denied", ...(wasStopped ? ["cancelled" as const] : [])];
  }
  return wasStopped ? [...own, "cancelled"] : [...own];
}

function endsOf({ tools }: Weather, name: string): readonly ResultStatus[] {
  return tools[name]?.ends ?? ISOLATED_ENDS;
}

function logInto(lines: unknown[]): Log {
  const line = (...parts: unknown[]): void => void lines.push(parts);
  return { debug: line, info: line, warn: line, error: line };
}

/** What long results were saved as, since the last time. */
function takeSaved(root: string): string[] {
  const folder = join(root, RESULTS_FOLDER);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    rmSync(join(folder, name));
    return text;
  });
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), HANGS)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the tools and hosts have done all that they do after their time. */
async function calm(ledger: Ledger): Promise<void> {
  while (ledger.pending.size > 0) await Promise.all(ledger.pending);
  await new Promise((resolve) => setImmediate(resolve));
}

type Held = { readonly timers: number; readonly workers: number };

/** What keeps the process alive. */
function held(): Held {
  const resources = process.getActiveResourcesInfo();
  const count = (kind: string): number => resources.filter((one) => one === kind).length;
  return { timers: count("Timeout"), workers: count("Worker") + count("MessagePort") };
}

/** The runner of the tests has timers of its own that come and go, so a few looks are taken. */
async function leftOver(what: keyof Held, before: Held, after: string): Promise<string[]> {
  for (let looks = 0; looks < 100; looks += 1) {
    if (held()[what] <= before[what]) return [];
    await new Promise((resolve) => setTimeout(resolve, 20).unref());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [`after ${after} there are ${held()[what]} ${what}; before there were ${before[what]}`];
}
