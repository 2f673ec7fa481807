import { openAgent } from "../../core/agent/agent.ts";
import type { Agent, AgentOptions } from "../../core/agent/agent.ts";
import type { Clock } from "../../core/agent/clock.ts";
import type { AgentEvent } from "../../core/agent/events.ts";
import { openModel } from "../../core/agent/models/open-model.ts";
import type { OpenModelOptions } from "../../core/agent/models/open-model.ts";
import type { Board } from "../../core/board/board.ts";
import { openBoard } from "../../core/board/open.ts";
import { afterAll } from "vitest";
import { makeWorkspace } from "../support/workspace.ts";
import type { TestWorkspace } from "../support/workspace.ts";
import { startModelServer } from "./servers/model-server.ts";
import type { ModelServer } from "./servers/model-server.ts";
import type { Protocol, Step } from "./servers/script.ts";

const agents: Agent[] = [];

// Registered when a test file imports this module.
afterAll(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()));
});

export type TestAgent = {
  readonly agent: Agent;
  readonly workspace: TestWorkspace;
  /** Milliseconds that the agent chose to wait, one for each retry. */
  readonly waits: readonly number[];
};

type Files = Readonly<Record<string, string>>;
type More = Partial<Omit<AgentOptions, "board" | "model">>;

/**
 * An agent in a workspace of `files`, whose model is served over HTTP by the script. It is closed when the test file is
 * done. Those with the same files share a workspace, in which nothing is written.
 */
export async function servedAgent(
  protocol: Protocol,
  script: readonly Step[],
  files: Files = {},
  more: More = {},
  { record }: { readonly record?: string } = {},
): Promise<Omit<TestAgent, "workspace"> & { readonly server: ModelServer }> {
  const server = await startModelServer(protocol, script);
  const fetch = protocol.fetch?.(server.url);
  const opening = { record, ...(fetch && { fetch }) };
  const key = JSON.stringify(files);
  const place = places.get(key) ?? openPlace(makeWorkspace(files));
  places.set(key, place);
  const { agent, waits } = await agentIn(await place, protocol.model, server.env, more, opening);
  return { agent, waits, server };
}

/** An agent that plays a recorded conversation: entries as in docs/replay.md. */
export async function replayAgent(
  conversation: readonly object[],
  files: Files = {},
  more: More & { readonly children?: readonly object[] } = {},
): Promise<TestAgent> {
  const { children = [], ...rest } = more;
  const recording = { format: "pegboard.replay/1", conversation, children };
  const workspace = makeWorkspace({ "test.replay.json": JSON.stringify(recording), ...files });
  return agentIn(await openPlace(workspace), "replay/test", {}, rest);
}

type Place = {
  readonly workspace: TestWorkspace;
  readonly board: Board;
  readonly boardOf: (profile: string) => Promise<Board>;
};

/** By their files. */
const places = new Map<string, Promise<Place>>();

async function openPlace(workspace: TestWorkspace): Promise<Place> {
  const boardOf = (profile: string) =>
    openBoard({ root: workspace.root, profile, packageRoot: null });
  return { workspace, boardOf, board: await boardOf("default") };
}

async function agentIn(
  { workspace, board, boardOf }: Place,
  id: string,
  env: Readonly<Record<string, string>>,
  more: More,
  opening: OpenModelOptions = {},
): Promise<TestAgent> {
  const waits: number[] = [];
  const clock: Clock = {
    now: () => Date.now(),
    async sleep(ms) {
      waits.push(ms);
    },
    random: () => 0.5,
  };
  const model = await openModel(id, env, {
    board,
    cwd: workspace.root,
    ...opening,
  });
  const agent = openAgent({ board, model, clock, grace: 100, openBoard: boardOf, ...more });
  agents.push(agent);
  return { agent, workspace, waits };
}

type Of<T extends AgentEvent["type"]> = Extract<AgentEvent, { type: T }>;

/** One turn, read to its end. */
export type Played = {
  readonly events: readonly AgentEvent[];
  readonly end: Of<"turn_ended">;
  /** All events of a type. */
  of<T extends AgentEvent["type"]>(type: T): Of<T>[];
  /** What was shown as text, put together. */
  readonly text: string;
};

export async function play(
  agent: Agent,
  message: string,
  options: { readonly signal?: AbortSignal; readonly on?: (event: AgentEvent) => void } = {},
): Promise<Played> {
  const events: AgentEvent[] = [];
  for await (const event of agent.turn(message, options)) {
    events.push(event);
    options.on?.(event);
  }
  const of = <T extends AgentEvent["type"]>(type: T) =>
    events.filter((event): event is Of<T> => event.type === type);
  const [end, ...more] = of("turn_ended");
  if (end === undefined || more.length > 0 || events.at(-1) !== end) {
    throw new Error("a turn ends once, with turn_ended");
  }
  if (events[0]?.type !== "turn_started" || of("turn_started").length !== 1) {
    throw new Error("a turn begins once, with turn_started");
  }
  return {
    events,
    end,
    of,
    text: of("text")
      .map((event) => event.text)
      .join(""),
  };
}

/** The source of a tool file. */
export function tool(definition: string): string {
  return `import { defineTool, Response } from "pegboard";
import { z } from "zod";
export default defineTool({ description: "For tests.", risk: "read", ${definition} });
`;
}

/** Tools that most tests get by with. */
export const TOOLS = {
  "tools/weather.ts": tool(
    `args: z.object({ city: z.string() }), execute: ({ city }) => "4 °C in " + city`,
  ),
  "tools/notes.ts": tool(
    `methods: { load: { description: "Loads.", args: z.object({ id: z.number() }), execute: ({ id }) => "note " + id } }`,
  ),
  "tools/finish.ts": tool(
    `args: z.object({ text: z.string().optional() }), break_loop: "always", execute: ({ text = "" }) => new Response({ message: text, break_loop: true })`,
  ),
} as const;
