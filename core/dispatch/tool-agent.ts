import type {
  AgentHandle,
  ChildResult,
  ChildTurn,
  ToolCall,
  ToolResult,
  WeakHandle,
} from "../contract/index.ts";
import type { Hold } from "./clock.ts";
import type { CallLife } from "./life.ts";

/** Runs a call that a tool makes, as part of the tool's own call. */
export type CallFrom = (
  call: Omit<ToolCall, "id">,
  signal: AbortSignal | undefined,
) => Promise<ToolResult>;

const HOLD = Symbol("pegboard.hold");

/**
 * The clock of the call that starts a child turn. Whoever runs the child hands it to the child's dispatcher (`hold`), so
 * that the tool's time limit stands still while the child waits for a person.
 *
 * @returns the clock's hold, or undefined for a turn that no call started
 */
export function holdOf(turn: ChildTurn): Hold | undefined {
  const hold: unknown = Reflect.get(turn, HOLD);
  // Nobody else has the symbol.
  return typeof hold === "function" ? (hold as Hold) : undefined;
}

/**
 * Makes the `agent` of one call. It is the agent that the call belongs to, seen from the call: other tools are called by
 * this same dispatcher and stop with the call, and waiting for a person costs the call no time. Where no agent runs (the
 * command line, MCP), tools can still be called, and a child turn fails. Once the call has its result, there is none.
 */
export function createToolAgent(
  life: CallLife,
  callFrom: CallFrom,
  asker: Readonly<{ profile: string; session: string }>,
  agent: WeakHandle<AgentHandle> | undefined,
): WeakHandle<AgentHandle> {
  return {
    deref() {
      if (life.over) return undefined;
      if (agent === undefined) return withoutAgent(life, callFrom, asker);
      const behind = agent.deref();
      return behind === undefined ? undefined : within(life, callFrom, behind);
    },
  };
}

const LATE: ChildResult = {
  child: "",
  status: "stopped",
  text: "The call that wanted this child turn is over.",
};

function within(life: CallLife, callFrom: CallFrom, behind: AgentHandle): AgentHandle {
  const { id, profile, session, depth, depth_left } = behind;
  return {
    id,
    profile,
    session,
    depth,
    depth_left,
    callTool: ({ signal, ...call }) => callFrom(call, signal),
    runChild: (turn) => {
      if (life.over) return Promise.resolve(LATE);
      const { signal = life.signal } = turn;
      const bound = { ...turn, signal: joined(signal, life.signal), [HOLD]: life.hold };
      return behind.runChild(bound);
    },
    async handle_intervention() {
      const letGo = life.hold();
      try {
        await behind.handle_intervention();
      } finally {
        letGo();
      }
    },
  };
}

function withoutAgent(
  life: CallLife,
  callFrom: CallFrom,
  { profile, session }: Readonly<{ profile: string; session: string }>,
): AgentHandle {
  return {
    id: session,
    profile,
    session,
    depth: 0,
    depth_left: 0,
    callTool: ({ signal, ...call }) => callFrom(call, signal),
    runChild: () =>
      Promise.resolve({
        child: "",
        status: "failed",
        text: "There is no agent here that could run a child turn: the tool was called by itself.",
      }),
    async handle_intervention() {
      life.signal.throwIfAborted();
    },
  };
}

/** A signal that aborts with the first of both. */
export function joined(a: AbortSignal, b: AbortSignal): AbortSignal {
  return a === b ? a : AbortSignal.any([a, b]);
}
