import type { Answer, AgentHandle, Question, ToolContext, WeakHandle } from "../contract/index.ts";
import type { CallLife } from "./life.ts";

export type ContextParts = Omit<ToolContext, "signal"> & {
  readonly ask: (question: Question) => Promise<Answer>;
  readonly agent: WeakHandle<AgentHandle>;
};

/** Makes the second parameter of `execute`. The signal is made when it is first read: most tools never do. */
export function createContext(life: CallLife, parts: ContextParts): ToolContext {
  const { turn, model, agent, call, workspace, progress, ask, client, settings } = parts;
  const { store, assets, mask, log } = parts;
  return {
    turn,
    model,
    agent,
    call,
    workspace,
    progress,
    ask,
    client,
    settings,
    store,
    assets,
    mask,
    log,
    get signal() {
      return life.signal;
    },
  };
}
