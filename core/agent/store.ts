import type { ToolResult } from "../contract/index.ts";
import type { Message } from "./message.ts";

export type SessionInfo = {
  readonly id: string;
  readonly profile: string;
  /** `provider/model`. */
  readonly model: string;
  /** The session whose agent started this one as its child, or null. */
  readonly parent: string | null;
};

/**
 * Where conversations are kept. The agent waits for each promise before its next step, so what a store has promised is
 * never behind what has happened. Messages come with their secrets masked.
 */
export interface AgentStore {
  /** Makes a session known before its first message. Called again for one that is known, it changes nothing. */
  begin(session: SessionInfo): Promise<void>;
  /** All messages of a session, oldest first; none for one that is not known. */
  load(session: string): Promise<readonly Message[]>;
  append(session: string, message: Message): Promise<void>;
  /** Keeps the result of one call while its neighbours still run; the message with all of them takes its place. */
  record(session: string, result: ToolResult): Promise<void>;
  /** The results that were recorded and are in no message yet. */
  recorded(session: string): Promise<readonly ToolResult[]>;
}

/** Keeps conversations as long as the process lives. */
export function memoryStore(): AgentStore {
  const sessions = new Map<string, Message[]>();
  const results = new Map<string, Map<string, ToolResult>>();
  return {
    async begin({ id }) {
      if (!sessions.has(id)) sessions.set(id, []);
    },
    async load(session) {
      return [...(sessions.get(session) ?? [])];
    },
    async append(session, message) {
      const messages = sessions.get(session);
      if (messages === undefined) sessions.set(session, [message]);
      else messages.push(message);
      if (message.role !== "tool") return;
      for (const { id } of message.results) results.get(session)?.delete(id);
    },
    async record(session, result) {
      const known = results.get(session) ?? new Map<string, ToolResult>();
      results.set(session, known.set(result.id, result));
    },
    async recorded(session) {
      return [...(results.get(session)?.values() ?? [])];
    },
  };
}
