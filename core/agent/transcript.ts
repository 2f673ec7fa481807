import { missingResults } from "./message.ts";
import type { Message } from "./message.ts";
import type { AgentStore, SessionInfo } from "./store.ts";

/** The conversation of one session: what the model is shown, and what the store keeps. */
export type Transcript = {
  readonly messages: readonly Message[];
  /** Resolves when the store has it. */
  append(message: Message): Promise<void>;
  /** Answers calls that were left without a result, so that the conversation can go on. */
  mend(): Promise<void>;
};

/** Opens a session, new or known. */
export async function openTranscript(store: AgentStore, session: SessionInfo): Promise<Transcript> {
  await store.begin(session);
  const messages = [...(await store.load(session.id))];
  const transcript: Transcript = {
    messages,
    async append(message) {
      // First here: if the store fails, what has happened has happened all the same.
      messages.push(message);
      await store.append(session.id, message);
    },
    async mend() {
      const missing = missingResults(messages);
      if (missing !== null) await transcript.append(missing);
    },
  };
  return transcript;
}
