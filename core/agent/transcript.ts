import type { ToolResult } from "../contract/index.ts";
import { callsOf, missingResults } from "./message.ts";
import type { Message } from "./message.ts";
import type { AgentStore, SessionInfo } from "./store.ts";

/** The conversation of one session: what the model is shown, and what the store keeps. */
export type Transcript = {
  readonly messages: readonly Message[];
  /** Resolves when the store has it. */
  append(message: Message): Promise<void>;
  /** Keeps the result of one call of the last reply while its neighbours still run; other calls are none of its business. */
  record(result: ToolResult): void;
  /** Answers calls that were left without a result, so that the conversation can go on. */
  mend(): Promise<void>;
};

/** Opens a session, new or known. */
export async function openTranscript(store: AgentStore, session: SessionInfo): Promise<Transcript> {
  await store.begin(session);
  const messages = [...(await store.load(session.id))];
  const recorded = new Map((await store.recorded(session.id)).map((result) => [result.id, result]));
  let recording: Promise<void>[] = [];

  const transcript: Transcript = {
    messages,
    async append(message) {
      // First here: if the store fails, what has happened has happened all the same.
      messages.push(message);
      const under = recording;
      recording = [];
      await Promise.all(under);
      await store.append(session.id, message);
    },
    record(result) {
      if (!callsOf(messages.at(-1)).some((call) => call.id === result.id)) return;
      recorded.set(result.id, result);
      const kept = store.record(session.id, result);
      // Whoever appends the next message hears of a failure.
      kept.catch(() => {});
      recording.push(kept);
    },
    async mend() {
      const missing = missingResults(messages, recorded);
      recorded.clear();
      if (missing !== null) await transcript.append(missing);
    },
  };
  return transcript;
}
