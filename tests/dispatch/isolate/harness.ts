import { join } from "node:path";
import { Response, isToolClass } from "../../../core/contract/index.ts";
import type {
  AgentHandle,
  Answer,
  Question,
  Risk,
  ToolAssets,
  ToolContext,
  ToolStore,
} from "../../../core/contract/index.ts";
import type { Plugin, Sources, ToolEntry } from "../../../core/board/board.ts";
import { sourcesOf } from "../../../core/board/fingerprint.ts";
import { createLoader } from "../../../core/board/load.ts";
import { createIsolation } from "../../../core/dispatch/isolate/isolation.ts";
import type { Isolation, IsolationOptions } from "../../../core/dispatch/isolate/isolation.ts";
import type { RunningTool } from "../../../core/dispatch/runner.ts";
import type { TestWorkspace } from "../../support/workspace.ts";

/** What one call can be given besides its tool. */
export type CallOptions = {
  readonly args?: unknown;
  readonly method?: string | null;
  readonly fingerprint?: string;
  /** What the call was judged by. Default: the files as they are. */
  readonly sources?: Sources;
  /** As the board declares it. Default: `write`. */
  readonly risk?: Risk;
  readonly assessed?: boolean;
  readonly signal?: AbortSignal;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly store?: ToolStore;
  readonly assets?: ToolAssets;
  readonly answer?: (question: Question) => Promise<Answer>;
  readonly agent?: AgentHandle;
  /** Gets what comes from the tool while it runs. */
  readonly seen?: unknown[];
};

export type Started = {
  readonly running: RunningTool;
  /** Settles when the call has been handed to its worker. */
  readonly begun: Promise<void>;
  /** What `execute` gives back, after `before_execution` and before `after_execution`. */
  readonly response: Promise<Response>;
};

/** Isolation over the tools of a workspace, called the way the pipeline calls it. */
export type Harness = Isolation & {
  start(file: string, options?: CallOptions): Started;
  /** One whole call. */
  call(file: string, options?: CallOptions): Promise<Response>;
};

export function isolate(
  workspace: TestWorkspace,
  options: Partial<IsolationOptions> = {},
): Harness {
  const isolation = createIsolation({ workspace: workspace.root, ...options });

  const start = (file: string, given: CallOptions = {}): Started => {
    let running: RunningTool | undefined;
    let handedOver: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (handedOver = resolve));
    const begin = async (): Promise<Response> => {
      const { tool, sources } = await loadTool(workspace, file);
      running = await isolation.run({
        entry: { ...entryOf(workspace, file, given), sources: () => given.sources ?? sources },
        tool,
        method: given.method ?? null,
        args: given.args ?? {},
        message: "the raw message",
        loop_data: { round: 3, memo: new Map() },
        context: contextOf(workspace, file, given),
      });
      await running.before_execution();
      const executed = running.execute(given.args ?? {});
      handedOver?.();
      const response: unknown = await executed;
      if (!(response instanceof Response)) throw new Error("a worker gives back Responses");
      await running.after_execution(response);
      return response;
    };
    const response = begin();
    // Calls that are given up may fail when nobody listens any more.
    response.catch(() => {});
    return {
      response,
      begun,
      running: {
        before_execution: () => undefined,
        execute: () => undefined,
        after_execution: () => undefined,
        release: () => running?.release(),
      },
    };
  };

  return {
    ...isolation,
    start,
    async call(file, given) {
      const { response, running } = start(file, given);
      try {
        return await response;
      } finally {
        running.release();
      }
    },
  };
}

/** Loaded in this thread too, as the board does. */
async function loadTool({ root }: TestWorkspace, file: string) {
  const loader = createLoader({ roots: [root] });
  const outcome = await loader.load(join(root, file));
  if (outcome.kind === "failed") throw new Error(`${file}: ${outcome.cause}`);
  const tool = outcome.exports.get("default");
  if (!isToolClass(tool)) throw new Error(`${file} exports no tool`);
  return { tool, sources: sourcesOf(loader.usesOf(join(root, file)) ?? []) };
}

function entryOf({ root }: TestWorkspace, file: string, given: CallOptions): ToolEntry {
  const [, folder, owner] = /^(plugins)\/(\w+)\//.exec(file) ?? [];
  const name = /(\w+)\.ts$/.exec(file)?.[1] ?? file;
  const plugin: Plugin | null =
    folder === undefined || owner === undefined
      ? null
      : {
          name: owner,
          dir: join(root, folder, owner),
          origin: "workspace",
          title: owner,
          description: "",
          version: null,
          alwaysEnabled: false,
          enabled: true,
          disabledBy: null,
          settings: given.settings ?? {},
          isolate: true,
        };
  return {
    name,
    id: plugin === null ? `local:${name}` : `plugin:${plugin.name}:${name}`,
    status: "ok",
    error: null,
    description: {
      self: {
        description: "",
        risk: given.risk ?? "write",
        assessed: given.assessed ?? false,
        inputSchema: { type: "object" },
      },
      methods: {},
      description: "",
      risk: given.risk ?? "write",
      interactive: false,
      break_loop: "never",
      timeout: null,
      repeatable: false,
      isolate: true,
      volatile: false,
    },
    file: join(root, file),
    prompt: null,
    dox: null,
    shadows: [],
    plugin,
    fingerprint: given.fingerprint ?? "1",
    sources: () => null,
    load: async () => (await loadTool({ root } as TestWorkspace, file)).tool,
  };
}

function contextOf({ root }: TestWorkspace, file: string, given: CallOptions): ToolContext {
  const { seen = [], agent, answer = () => Promise.resolve({ status: "no_host" }) } = given;
  const log =
    (level: string) =>
    (message: string, data?: object): void =>
      void seen.push([level, message, data]);
  return {
    turn: { id: "turn-1", profile: "default", session: "session-1" },
    model: "replay/x",
    agent: { deref: () => agent },
    signal: given.signal ?? new AbortController().signal,
    call: { id: "call-1", name: /(\w+)\.ts$/.exec(file)?.[1] ?? "", method: given.method ?? null },
    workspace: root,
    progress: {
      set: (text) => Promise.resolve(void seen.push(["set", text])),
      add: (text) => void seen.push(["add", text]),
    },
    ask: answer,
    client: null,
    settings: given.settings ?? {},
    store: given.store ?? null,
    assets: given.assets ?? {
      list: async () => [],
      read: async () => null,
      document: async () => null,
    },
    mask: async (text) => text.replaceAll("s3cret", "***"),
    log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
  };
}

/** The source of a tool whose `execute` has this body; `args` and `context` are its parameters. */
export function toolOf(body: string, head = "", more = ""): string {
  return `import { defineTool, Failed, InvalidArgs, Response } from "pegboard";
${head}
export default defineTool({
  description: "For a test.",
  args: { type: "object" },
  risk: "read",
  isolate: true,
  ${more}
  async execute(args: any, context) {
    ${body}
  },
});
`;
}

export async function eventually(done: () => boolean, ms = 10_000): Promise<void> {
  const end = performance.now() + ms;
  while (!done()) {
    if (performance.now() > end) throw new Error("it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
