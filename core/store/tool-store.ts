import type { PastMessage, PastSession, ToolStore } from "../contract/index.ts";
import type { SessionSummary, StoredMessage } from "./sessions.ts";
import type { Store } from "./store.ts";

/**
 * What tools and extensions may reach of a store: the profile's memory, and its past conversations with people. What
 * belongs to another profile can not be told from what does not exist.
 *
 * @param store - its database is opened when a tool first uses it
 */
export function toolStore({
  memory,
  sessions,
}: Pick<Store, "memory" | "sessions">): (of: {
  readonly profile: string;
  readonly session: string;
}) => ToolStore {
  return ({ profile, session: current }) => {
    const own = async (id: string): Promise<SessionSummary | null> => {
      const found = await sessions.get(id);
      return found?.profile === profile && found.parent === null ? found : null;
    };
    const filter = (limit: number) => ({ profile, except: current, limit });
    return {
      memory: {
        list: () => memory.list(profile),
        update: (change) => memory.update(profile, change),
      },
      sessions: {
        async list(limit) {
          return (await sessions.list(filter(limit))).map(shownSession);
        },
        async search(query, limit) {
          const hits = await sessions.search(query, filter(limit));
          return hits.map(({ session, hit }) => ({
            session: shownSession(session),
            message: shownMessage(hit),
          }));
        },
        async get(id) {
          const found = await own(id);
          return found === null ? null : shownSession(found);
        },
        async messages(id, position, count) {
          if ((await own(id)) === null) return [];
          return (await sessions.messages(id, { from: position, count })).map(shownMessage);
        },
      },
    };
  };
}

function shownSession({
  id,
  title,
  created_at,
  updated_at,
  messages,
}: SessionSummary): PastSession {
  return { id, title, created_at, updated_at, messages };
}

function shownMessage({ position, message, text, created_at }: StoredMessage): PastMessage {
  return { position, role: message.role, text, created_at };
}
