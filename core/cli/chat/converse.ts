import type { Agent } from "../../agent/agent.ts";
import type { AgentEvent } from "../../agent/events.ts";
import type { ExitCode } from "../command.ts";
import type { Output } from "../output/output.ts";
import type { LineInput } from "./line-input.ts";
import { playTurn } from "./play-turn.ts";
import type { Stopper } from "./stopper.ts";

export type Conversation = {
  readonly agent: Agent;
  /** `provider/model`. */
  readonly model: string;
  readonly input: LineInput;
  readonly stopper: Stopper;
  readonly show: (event: AgentEvent) => void;
  /** Tells the person something on a line of its own. */
  readonly tell: (note: string) => void;
  readonly err: Output;
};

/** Turn after turn, until the person leaves or the input ends. */
export async function converse(conversation: Conversation): Promise<ExitCode> {
  const { agent, model, input, stopper, show, tell, err } = conversation;
  const colors = await err.colors();
  stopper.leaving.addEventListener("abort", input.close);
  if (input.isTerminal) {
    err.line(
      colors.dim(
        `${agent.profile} on ${model}. A line is a message; while the agent works it steers. Ctrl-C stops the turn, Ctrl-D leaves.`,
      ),
    );
  }
  const prompt = `${colors.bold(colors.blue("you:"))} `;
  for (;;) {
    const line = await input.next(prompt);
    if (line === null || stopper.leaving.aborted) return 0;
    if (line.trim() === "") continue;
    stopper.goOn();
    // In a terminal what is typed meanwhile is meant for this turn; from a pipe it is the next message.
    if (input.isTerminal) input.divert((text) => steer(agent, text, tell));
    await playTurn(agent, line, stopper.beginTurn(), show);
    stopper.endTurn();
    input.divert(null);
  }
}

function steer(agent: Agent, text: string, tell: (note: string) => void): void {
  if (text.trim() === "") return;
  agent.steer(text);
  tell("Noted: the agent is told before its next step.");
}
