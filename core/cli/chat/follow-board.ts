import type { Agent } from "../../agent/agent.ts";
import type { Invocation } from "../command.ts";
import { tell as wordsFor } from "../dev/wording.ts";
import { liveBoard } from "../mcp/live-board.ts";
import { plainText } from "../output/plain.ts";

/**
 * Has an agent use its workspace as it is: what is saved while a conversation goes on is there in the next turn. The
 * person is told.
 *
 * @param tell - tells the person something on a line of its own
 */
export async function followBoard(
  { root, profile }: Pick<Invocation, "root" | "profile">,
  agent: Agent,
  tell: (note: string) => void,
): Promise<{ close(): Promise<void> }> {
  const report = (message: string): void => tell(plainText(message));
  const live = liveBoard({ root, profile, report });
  live.changed((board, changes) => {
    agent.useBoard(board);
    for (const change of changes) {
      const telling = wordsFor(change, board);
      if (telling) tell(plainText(`${telling.mark} ${telling.text}`));
    }
  });
  agent.useBoard(await live.open());
  return live;
}
