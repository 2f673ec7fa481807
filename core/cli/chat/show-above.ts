import type { AgentEvent } from "../../agent/events.ts";
import type { LineInput } from "./line-input.ts";
import type { TurnView } from "./turn-view.ts";

/**
 * Shows events so that they do not run into a line that the person is typing: what streams waits until it is sent,
 * and everything else is shown above it.
 */
export function showAbove(view: TurnView, input: LineInput): (event: AgentEvent) => void {
  let held: AgentEvent[] = [];
  return (event) => {
    if (input.isTyping && (event.type === "text" || event.type === "reasoning")) {
      held.push(event);
      return;
    }
    const isTyping = input.isTyping;
    input.above(() => {
      for (const each of held) view.show(each);
      held = [];
      view.show(event);
      if (isTyping) view.endLine();
    });
  };
}
