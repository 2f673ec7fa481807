import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { ToolClass, ToolResult } from "../contract/index.ts";
import { isToolClass } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import { openBoard } from "../board/open.ts";
import { createDispatcher } from "../dispatch/dispatcher.ts";
import type { DispatchEvent } from "../dispatch/events.ts";
import type { ApprovalRequest, AskedQuestion } from "../dispatch/host.ts";
import { createRegistry } from "../registry/create.ts";
import { memoryBoard } from "./memory-board.ts";
import { approves, hostOf } from "./person.ts";
import type { GivenAnswer, Person } from "./person.ts";

export type CallOptions = {
  /** Calls a method of the tool. */
  readonly method?: string;
  /** Who is asked. Default: `approves()`. */
  readonly person?: Person;
  /** What the person answers to the tool's questions, in turn. */
  readonly answers?: readonly GivenAnswer[];
  /** Of a tool that is given as a class: its plugin's settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Of a tool that is given as a class: absolute path of the workspace that it sees. Default: the temporary folder. */
  readonly root?: string;
  /** Of a tool that is given by name: where its workspace is looked for, upwards. A path, or `import.meta.url`. */
  readonly from?: string | URL;
  readonly profile?: string;
  /** Milliseconds that the tool may take. */
  readonly timeout?: number;
  /** Stops the turn after so many milliseconds. */
  readonly stopAfter?: number;
};

/** All that can be seen of a call. */
export type CallOutcome = {
  /** What the model gets. */
  readonly result: ToolResult;
  /** What was shown while the tool ran, in order. */
  readonly progress: readonly string[];
  /** What the tool asked. */
  readonly questions: readonly AskedQuestion[];
  /** What the person was shown for approval. */
  readonly approvals: readonly ApprovalRequest[];
  readonly events: readonly DispatchEvent[];
};

/**
 * Calls a tool the way an agent does: through the whole pipeline, with a person who is made up.
 *
 * @param tool - the class that a tool file exports, or the name of a tool in a workspace
 * @param args - what a model would write
 *
 * @example
 * const { result } = await callTool("weather", { city: "Oslo" }, { from: import.meta.url });
 * assert.equal(result.message, "4 °C in Oslo");
 */
export async function callTool(
  tool: ToolClass | string,
  args: unknown = {},
  options: CallOptions = {},
): Promise<CallOutcome> {
  const { method, person = approves(), answers = [] } = options;
  const { board, name } = await boardFor(tool, options);
  const stopping = new AbortController();
  const { host, approvals, questions } = hostOf(person, answers, () => stopping.abort());
  const events: DispatchEvent[] = [];
  const own = withLimits(board, person, options);
  const dispatcher = createDispatcher({
    board: own,
    registry: createRegistry(own),
    host,
    emit: (event) => void events.push(event),
  });
  const timer =
    options.stopAfter === undefined
      ? undefined
      : setTimeout(() => stopping.abort(), options.stopAfter);
  try {
    const call = { id: "call-1", name: method === undefined ? name : `${name}:${method}`, args };
    const [result] = await dispatcher.run([call], { signal: stopping.signal });
    if (!result) throw new Error(`${name} was called and there is no result`);
    const progress = events.flatMap((event) => (event.type === "progress" ? [event.text] : []));
    return { result, progress, questions, approvals, events };
  } finally {
    clearTimeout(timer);
    await dispatcher.close();
  }
}

async function boardFor(
  tool: ToolClass | string,
  { from, profile, settings = {}, root }: CallOptions,
): Promise<{ readonly board: Board; readonly name: string }> {
  if (isToolClass(tool)) {
    const name = "tool";
    return { board: memoryBoard({ name, tool, settings, root }), name };
  }
  return { board: await openBoard({ cwd: folderOf(from), profile }), name: tool };
}

/** The folder that a path, a file's URL or nothing at all stands for. */
export function folderOf(from: string | URL | undefined): string {
  if (from === undefined) return process.cwd();
  if (typeof from === "string" && !from.startsWith("file:")) return from;
  return dirname(fileURLToPath(from));
}

function withLimits(board: Board, person: Person, { timeout }: CallOptions): Board {
  const limits = {
    ...board.profile.limits,
    ...(timeout === undefined ? {} : { tool_timeout: timeout }),
    ...(person.patience === null ? {} : { approval_timeout: person.patience }),
  };
  return { ...board, profile: { ...board.profile, limits } };
}
