import { randomBytes } from "node:crypto";
import type { ChildResult, ChildTurn } from "../contract/index.ts";
import type { Board } from "../board/board.ts";
import type { Hold } from "../dispatch/clock.ts";
import { holdOf, joined } from "../dispatch/tool-agent.ts";
import { createRegistry } from "../registry/create.ts";
import type { Registry } from "../registry/registry.ts";
import type { AgentEvent, EndReason } from "./events.ts";
import { createSlots } from "./slots.ts";

/** What running a child needs of an agent. */
type Child = {
  turn(
    message: string,
    options: { readonly signal: AbortSignal; readonly hold: Hold | undefined },
  ): AsyncIterable<AgentEvent>;
  close(): Promise<void>;
};

export type ChildSetup = {
  readonly id: string;
  readonly board: Board;
  readonly registry: Registry;
  /** How many more levels may be delegated below the child. */
  readonly depthLeft: number;
  /** The message that it begins with. */
  readonly message: string;
};

export type ChildrenOptions = {
  /** The agent's own. */
  readonly board: () => Board;
  readonly registry: () => Registry;
  readonly depthLeft: number;
  readonly openBoard: (profile: string) => Promise<Board>;
  readonly open: (setup: ChildSetup) => Promise<Child>;
  /** Shows what a child does. */
  readonly emit: (event: AgentEvent) => void;
};

/** The children of one agent: they run at most `limits.delegate_width` at a time, and can be continued by id. */
export type Children = {
  /** Never rejects. */
  run(turn: ChildTurn, stop: AbortSignal): Promise<ChildResult>;
  close(): Promise<void>;
};

type Known = { readonly child: Child; running: boolean };

const STATUS: Readonly<Record<EndReason, ChildResult["status"]>> = {
  answered: "completed",
  tool: "completed",
  rounds: "out_of_rounds",
  stopped: "stopped",
  loop: "failed",
  unusable: "failed",
  model_error: "failed",
  failed: "failed",
};

export function createChildren(options: ChildrenOptions): Children {
  const known = new Map<string, Known>();
  const { delegate_width } = options.board().profile.limits;
  const slots = createSlots(Math.max(1, delegate_width));

  async function find(turn: ChildTurn): Promise<{ id: string; known: Known } | string> {
    if (turn.child !== undefined) {
      const before = known.get(turn.child);
      if (before === undefined) {
        return `There is no child ${JSON.stringify(turn.child)} of this agent that could be continued.`;
      }
      return before.running
        ? `The child ${JSON.stringify(turn.child)} is still at work.`
        : { id: turn.child, known: before };
    }
    if (options.depthLeft <= 0) {
      return `The profile ${options.board().profile.name} allows no more delegation at this depth (limits.delegate_depth).`;
    }
    const parentBoard = options.board();
    const profile = turn.profile ?? parentBoard.profile.name;
    const same = profile === parentBoard.profile.name;
    const board = same ? parentBoard : await options.openBoard(profile);
    const id = `${profile}-${randomBytes(4).toString("hex")}`;
    const child = await options.open({
      id,
      board,
      registry: childRegistry(same ? null : board, options.registry(), turn.without ?? []),
      depthLeft: Math.min(options.depthLeft - 1, board.profile.limits.delegate_depth),
      message: turn.message,
    });
    const made = { child, running: false };
    known.set(id, made);
    return { id, known: made };
  }

  async function play(turn: ChildTurn, signal: AbortSignal): Promise<ChildResult> {
    const found = await find(turn);
    if (typeof found === "string") {
      return { child: turn.child ?? "", status: "failed", text: found };
    }
    const { id, known: entry } = found;
    let fault = "";
    let said = "";
    entry.running = true;
    try {
      for await (const event of entry.child.turn(turn.message, { signal, hold: holdOf(turn) })) {
        options.emit({ type: "child", child: id, event });
        if (event.type === "error") fault = event.message;
        if (event.type === "text") said += event.text;
        if (event.type !== "turn_ended") continue;
        const status = STATUS[event.reason];
        const text = event.text || (status === "failed" ? fault || event.reason : said);
        return { child: id, status, text };
      }
    } finally {
      entry.running = false;
    }
    return { child: id, status: "failed", text: "The child ended without saying why." };
  }

  return {
    async run(turn, stop) {
      const signal = turn.signal ? joined(turn.signal, stop) : stop;
      const leave = await slots.take(signal);
      if (leave === null) {
        return { child: turn.child ?? "", status: "stopped", text: "The turn was stopped." };
      }
      try {
        return await play(turn, signal);
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        return { child: turn.child ?? "", status: "failed", text };
      } finally {
        leave();
      }
    },
    async close() {
      await Promise.all([...known.values()].map(({ child }) => child.close()));
      known.clear();
    },
  };
}

/**
 * The tools of a child: its parent's, less `without`, and never more than its own profile allows. A child of another
 * profile has its profile's version of them; what its profile overrides or leaves out is its profile's to say.
 *
 * @param board - of the child's profile, or null where that is the parent's
 */
function childRegistry(
  board: Board | null,
  parent: Registry,
  without: readonly string[],
): Registry {
  const allowed = parent.without(without);
  if (board === null) return allowed;
  const own = createRegistry(board);
  const names = new Set(allowed.names());
  const registry = own.only(own.names().filter((name) => names.has(name)));
  const selected = board.profile.tools;
  for (const name of names) {
    const entry = allowed.get(name);
    // What is in no file, a foreign server's tool, say, is on no board.
    if (entry === undefined || entry.file !== null || registry.get(name) !== undefined) continue;
    if (selected === null || selected.includes(name)) registry.register(entry);
  }
  return registry;
}
