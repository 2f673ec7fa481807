import type { Agent, AgentOptions } from "./api.ts";
import { RunningAgent } from "./running-agent.ts";

export type { Agent, AgentOptions, TurnOptions } from "./api.ts";

/**
 * Makes an agent. Nothing is read and no model is asked before its first turn.
 *
 * @example
 * const agent = openAgent({ board, model: await openModel("ollama/qwen3", process.env) });
 * for await (const event of agent.turn("What is on the board?")) {
 *   if (event.type === "text") process.stdout.write(event.text);
 * }
 * await agent.close();
 */
export function openAgent(options: AgentOptions): Agent {
  return new RunningAgent(options);
}
