import type { Agent } from "../../agent/agent.ts";
import type { AgentEvent, EndReason } from "../../agent/events.ts";

/**
 * Plays one turn and shows its events.
 *
 * @returns why it ended
 */
export async function playTurn(
  agent: Agent,
  message: string,
  signal: AbortSignal,
  show: (event: AgentEvent) => void,
): Promise<EndReason> {
  let reason: EndReason = "stopped";
  for await (const event of agent.turn(message, { signal })) {
    show(event);
    if (event.type === "turn_ended") ({ reason } = event);
  }
  return reason;
}

/** Whether a turn came to an answer. */
export function isAnswer(reason: EndReason): boolean {
  return reason === "answered" || reason === "tool";
}
