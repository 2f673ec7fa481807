import { randomUUID } from "node:crypto";
import type {
  AgentHandle,
  CallClient,
  Log,
  LoopData,
  ToolAssets,
  ToolStore,
  WeakHandle,
} from "../contract/index.ts";
import type { Board, ToolEntry } from "../board/board.ts";
import { fingerprint as fingerprintOf } from "../board/fingerprint.ts";
import { createRegistry } from "../registry/create.ts";
import type { Registry } from "../registry/registry.ts";
import { createApprove } from "./approve/approve.ts";
import type { Approve } from "./approve/approve.ts";
import { toolAssets } from "./assets.ts";
import { memoryApprovals } from "./approve/store.ts";
import type { DispatcherOptions } from "./options.ts";
import { createExtensions } from "./extensions.ts";
import type { Extensions } from "./extensions.ts";
import { noHost } from "./hosts/none.ts";
import type { Host } from "./host.ts";
import { createIsolation, isIsolated } from "./isolate/isolation.ts";
import type { CallLife } from "./life.ts";
import type { LoopGuard } from "./loop-guard.ts";
import { createLog, createOutlet } from "./outlet.ts";
import type { Outlet } from "./outlet.ts";
import { createPrepare } from "./prepare.ts";
import type { Prepare } from "./prepare.ts";
import { runInProcess } from "./run-in-process.ts";
import type { Runner } from "./runner.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { Slots } from "./slots.ts";
import { createSpill } from "./spill.ts";
import type { Spilled } from "./spill.ts";
import { logEvents } from "./telemetry/log-events.ts";
import type { CallFrom } from "./tool-agent.ts";
import { thrownText } from "./wording.ts";

/** What all calls of a dispatcher share. */
export type Services = {
  readonly board: Board;
  readonly registry: Registry;
  readonly host: Host;
  readonly session: string;
  readonly model: string | null;
  readonly child: string | null;
  readonly agent: WeakHandle<AgentHandle> | undefined;
  readonly secrets: Secrets;
  readonly emit: Outlet["emit"];
  readonly emitMasked: Outlet["emitMasked"];
  readonly log: Log;
  readonly store: ToolStore | null;
  readonly assets: ToolAssets;
  readonly extensions: Extensions;
  readonly prepare: Prepare;
  readonly approve: Approve;
  readonly runner: Runner;
  readonly spill: (text: string, limit: number) => Promise<Spilled>;
  /** Milliseconds that a stopped tool has to end itself. */
  readonly grace: number;
  close(): Promise<void>;
};

/** What the calls of one batch share. */
export type Turn = {
  readonly id: string;
  readonly message: string;
  readonly loop_data: LoopData;
  readonly guard: LoopGuard | null;
  readonly client: CallClient | null;
  /** Null for the dispatcher's. */
  readonly log: Log | null;
  readonly slots: Slots;
  /** Makes calls on behalf of the tool of the call with this id. */
  readonly callFrom: (id: string, life: CallLife) => CallFrom;
};

/** Puts together what a dispatcher's calls share. Nothing is started yet. */
export function createServices(options: DispatcherOptions, secrets: Secrets): Services {
  const { board, host = noHost, agent, grace = 2_000, model = null, child = null } = options;
  const log = createLog(options.log, secrets);
  const listeners = [options.emit, options.log && logEvents(log)].filter(
    (listener) => listener !== undefined,
  );
  const { emit, emitMasked } = createOutlet(listeners, secrets, (error) =>
    log.error("A listener of the events failed.", { error: thrownText(error) }),
  );
  const session = options.session ?? randomUUID();
  const store = options.toolStore?.({ profile: board.profile.name, session }) ?? null;
  const assets = toolAssets(board);
  const extensions = createExtensions({
    extensions: board.extensions,
    agent: agent ?? { deref: () => undefined },
    workspace: board.root,
    store,
    assets,
    log,
    report: ({ point, name }, message) => log.warn(`The extension ${point}/${name} ${message}`),
  });
  const workers = createIsolation({ workspace: board.root, log });
  const { isolated = workers.run } = options;
  return {
    board,
    registry: options.registry ?? createRegistry(board),
    host,
    session,
    model,
    child,
    agent,
    secrets,
    emit,
    emitMasked,
    log,
    store,
    assets,
    extensions,
    prepare: createPrepare(),
    approve: createApprove({
      policy: board.profile.approvals,
      host,
      store: options.approvals ?? memoryApprovals(),
      limit: board.profile.limits.approval_timeout,
      secrets,
      emit,
      relative: (file) => board.relative(file),
      currentFingerprint: options.currentFingerprint ?? fingerprintNow,
      report: (message) => log.warn(message),
    }),
    runner: (job) => (isIsolated(job.entry) ? isolated(job) : runInProcess(job)),
    spill: createSpill({ root: board.root }),
    grace,
    close: workers.close,
  };
}

async function fingerprintNow({ file, fingerprint }: ToolEntry): Promise<string> {
  return file === null ? fingerprint : `${fingerprint}:${await fingerprintOf([file])}`;
}
