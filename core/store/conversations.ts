import type { Kysely } from "kysely";
import type { AgentStore } from "../agent/store.ts";
import type { Message } from "../agent/message.ts";
import type { ToolResult } from "../contract/index.ts";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";
import { readableText } from "./readable-text.ts";
import { indexWords } from "./words.ts";

const LONGEST_TITLE = 80;

/** Keeps conversations in a database. What a method has promised is on disk. */
export function conversations(open: () => Promise<Engine>, now: () => number): AgentStore {
  return {
    async begin({ id, profile, model, parent }) {
      const { db } = await open();
      const at = now();
      await db
        .insertInto("sessions")
        .values({ id, profile, model, parent, title: null, created_at: at, updated_at: at })
        .onConflict((conflict) => conflict.column("id").doNothing())
        .execute();
    },

    async load(session) {
      const { db } = await open();
      const rows = await db
        .selectFrom("messages")
        .select("body")
        .where("session", "=", session)
        .orderBy("position")
        .execute();
      return rows.map((row) => parseMessage(row.body));
    },

    async append(session, message) {
      const engine = await open();
      await engine.db.transaction().execute(async (transaction) => {
        await engine.lock(transaction, `session:${session}`);
        const at = now();
        const text = readableText(message);
        const { id } = await transaction
          .insertInto("messages")
          .values({
            session,
            position: await nextPosition(transaction, session),
            role: message.role,
            body: JSON.stringify(message),
            text,
            created_at: at,
          })
          .returning("id")
          .executeTakeFirstOrThrow();
        const words = indexWords(text);
        if (words.length > 0) await engine.index(transaction, id, words);
        await touch(transaction, session, at, message.role === "user" ? text : "");
        if (message.role === "tool") await forgetResults(transaction, session, message.results);
      });
    },

    async record(session, result) {
      const { db } = await open();
      const body = JSON.stringify(result);
      await db
        .insertInto("results")
        .values({ session, call: result.id, body, created_at: now() })
        .onConflict((conflict) => conflict.columns(["session", "call"]).doUpdateSet({ body }))
        .execute();
    },

    async recorded(session) {
      const { db } = await open();
      const rows = await db
        .selectFrom("results")
        .select("body")
        .where("session", "=", session)
        .execute();
      return rows.map((row) => parseResult(row.body));
    },
  };
}

async function nextPosition(db: Kysely<Tables>, session: string): Promise<number> {
  const last = await db
    .selectFrom("messages")
    .select("position")
    .where("session", "=", session)
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
}

/** `said` is what the person said, if this was the person; the first of it becomes the title. */
async function touch(db: Kysely<Tables>, session: string, at: number, said: string): Promise<void> {
  await db.updateTable("sessions").set({ updated_at: at }).where("id", "=", session).execute();
  const line = said.replaceAll(/\s+/g, " ").trim();
  if (line === "") return;
  const title =
    line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1).toWellFormed()}…` : line;
  await db
    .updateTable("sessions")
    .set({ title })
    .where("id", "=", session)
    .where("title", "is", null)
    .execute();
}

/** They are in the message now. */
async function forgetResults(
  db: Kysely<Tables>,
  session: string,
  results: readonly ToolResult[],
): Promise<void> {
  const calls = results.map((result) => result.id);
  if (calls.length === 0) return;
  await db
    .deleteFrom("results")
    .where("session", "=", session)
    .where("call", "in", calls)
    .execute();
}

/** The database holds what `append` and `record` wrote, and nothing else writes to these columns. */
export function parseMessage(body: string): Message {
  return JSON.parse(body) as Message;
}

function parseResult(body: string): ToolResult {
  return JSON.parse(body) as ToolResult;
}
