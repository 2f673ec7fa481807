import type { Message } from "../agent/message.ts";
import { parseMessage } from "./conversations.ts";
import type { Engine } from "./engine.ts";
import { queryWords } from "./words.ts";

export type SessionSummary = {
  readonly id: string;
  readonly profile: string;
  /** `provider/model`. */
  readonly model: string;
  /** The session whose agent started this one as its child, or null. */
  readonly parent: string | null;
  /** The beginning of the first message of the person, or what the session was renamed to. */
  readonly title: string | null;
  /** Milliseconds since the epoch, as all times here. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly messages: number;
};

export type StoredMessage = {
  /** 1 for the first message of a session. */
  readonly position: number;
  readonly message: Message;
  /** What a person would read of it. */
  readonly text: string;
  readonly created_at: number;
};

export type SessionHit = {
  readonly session: SessionSummary;
  /** The newest message of the session that holds all the words. */
  readonly hit: StoredMessage;
};

export type SessionFilter = {
  /** Only sessions of this profile. */
  readonly profile?: string;
  /** Leaves this session out. */
  readonly except?: string;
  /** Sessions of child agents too. Default: false. */
  readonly children?: boolean;
  /** At most so many. Default: 50. */
  readonly limit?: number;
};

export type MessageRange = {
  /** The first position wanted. Default: 1. */
  readonly from?: number;
  /** How many messages. Default: all. */
  readonly count?: number;
};

/** Past conversations. */
export interface Sessions {
  /** Newest first. */
  list(filter?: SessionFilter): Promise<readonly SessionSummary[]>;
  get(id: string): Promise<SessionSummary | null>;
  messages(id: string, range?: MessageRange): Promise<readonly StoredMessage[]>;
  /** Sessions with a message that holds all words of `query`, each once, newest hit first. Any text is a query. */
  search(query: string, filter?: SessionFilter): Promise<readonly SessionHit[]>;
  rename(id: string, title: string): Promise<boolean>;
  /** Deletes a session with its messages and its children's. False when there is none. */
  delete(id: string): Promise<boolean>;
  /** Deletes sessions that nobody has touched since `time`. Returns how many. */
  deleteBefore(time: number): Promise<number>;
}

/** Matches that are looked through at first and at most at a time: a session with many hits can fill a page by itself. */
const FIRST_PAGE = 50;
const LARGEST_PAGE = 800;

export function sessions(open: () => Promise<Engine>): Sessions {
  const summaries = async (ids: readonly string[]): Promise<Map<string, SessionSummary>> => {
    if (ids.length === 0) return new Map();
    const { db } = await open();
    const rows = await db
      .selectFrom("sessions")
      .selectAll()
      .select((select) =>
        select
          .selectFrom("messages")
          .whereRef("messages.session", "=", "sessions.id")
          .select((count) => count.fn.countAll<number>().as("count"))
          .as("messages"),
      )
      .where("id", "in", ids)
      .execute();
    return new Map(rows.map((row) => [row.id, { ...row, messages: row.messages ?? 0 }]));
  };

  const get = async (id: string): Promise<SessionSummary | null> =>
    (await summaries([id])).get(id) ?? null;

  const wholeMessages = async (
    bySession: ReadonlyMap<string, number>,
  ): Promise<Map<string, StoredMessage>> => {
    if (bySession.size === 0) return new Map();
    const { db } = await open();
    const rows = await db
      .selectFrom("messages")
      .select(["session", "position", "body", "text", "created_at"])
      .where("id", "in", [...bySession.values()])
      .orderBy("id", "desc")
      .execute();
    return new Map(rows.map((row) => [row.session, stored(row)]));
  };

  const filtered = async (filter: SessionFilter) => {
    const { db } = await open();
    let query = db.selectFrom("sessions");
    if (filter.profile !== undefined) query = query.where("sessions.profile", "=", filter.profile);
    if (filter.except !== undefined) query = query.where("sessions.id", "!=", filter.except);
    if (filter.children !== true) query = query.where("sessions.parent", "is", null);
    return query;
  };

  const family = async (id: string): Promise<string[]> => {
    const { db } = await open();
    const found = [id];
    // Children are appended while the list is walked, so theirs are found too.
    for (const parent of found) {
      const rows = await db
        .selectFrom("sessions")
        .select("id")
        .where("parent", "=", parent)
        .execute();
      found.push(...rows.map((row) => row.id).filter((child) => !found.includes(child)));
    }
    return found;
  };

  const deleteSession = async (id: string): Promise<boolean> => {
    if ((await get(id)) === null) return false;
    const engine = await open();
    const ids = await family(id);
    await engine.db.transaction().execute(async (transaction) => {
      for (const each of ids) {
        await engine.unindex(transaction, each);
        await transaction.deleteFrom("messages").where("session", "=", each).execute();
      }
      await transaction.deleteFrom("approvals").where("session", "in", ids).execute();
      await transaction.deleteFrom("sessions").where("id", "in", ids).execute();
    });
    return true;
  };

  return {
    get,
    async list(filter = {}) {
      const query = await filtered(filter);
      const rows = await query
        .select("sessions.id")
        .orderBy("updated_at", "desc")
        .orderBy("id")
        .limit(filter.limit ?? 50)
        .execute();
      const ids = rows.map((row) => row.id);
      const found = await summaries(ids);
      return ids.flatMap((id) => found.get(id) ?? []);
    },

    async messages(id, { from = 1, count } = {}) {
      const { db } = await open();
      let query = db
        .selectFrom("messages")
        .select(["position", "body", "text", "created_at"])
        .where("session", "=", id)
        .where("position", ">=", from)
        .orderBy("position");
      if (count !== undefined) query = query.limit(count);
      return (await query.execute()).map(stored);
    },

    async search(query, filter = {}) {
      const words = queryWords(query);
      if (words.length === 0) return [];
      const { match } = await open();
      const limit = filter.limit ?? 50;
      // Session → its newest hit. Only these are read whole.
      const newest = new Map<string, number>();
      let before = Number.MAX_SAFE_INTEGER;
      let page = FIRST_PAGE;
      while (newest.size < limit) {
        const ids = await match(words, before, page);
        if (ids.length === 0) break;
        const rows = await (
          await filtered(filter)
        )
          .innerJoin("messages", "messages.session", "sessions.id")
          .select(["messages.session", "messages.id"])
          .where("messages.id", "in", ids)
          .orderBy("messages.id", "desc")
          .execute();
        for (const { session, id } of rows) {
          if (newest.size < limit && !newest.has(session)) newest.set(session, id);
        }
        before = ids.at(-1) ?? 0;
        if (ids.length < page) break;
        page = Math.min(2 * page, LARGEST_PAGE);
      }
      const hits = await wholeMessages(newest);
      const found = await summaries([...hits.keys()]);
      return [...hits].flatMap(([id, hit]) => {
        const session = found.get(id);
        return session ? [{ session, hit }] : [];
      });
    },

    async rename(id, title) {
      const { db } = await open();
      const done = await db
        .updateTable("sessions")
        .set({ title })
        .where("id", "=", id)
        .executeTakeFirst();
      return done.numUpdatedRows > 0n;
    },

    delete: deleteSession,

    async deleteBefore(time) {
      const { db } = await open();
      const old = await db
        .selectFrom("sessions")
        .select("id")
        .where("updated_at", "<", time)
        .where("parent", "is", null)
        .execute();
      let deleted = 0;
      for (const { id } of old) if (await deleteSession(id)) deleted++;
      return deleted;
    },
  };
}

function stored(row: {
  position: number;
  body: string;
  text: string;
  created_at: number;
}): StoredMessage {
  return {
    position: row.position,
    message: parseMessage(row.body),
    text: row.text,
    created_at: row.created_at,
  };
}
