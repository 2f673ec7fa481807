import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";

const INT8 = 20;

/**
 * Opens a PostgreSQL database. No connection is made yet.
 *
 * @param url - a connection URL, `postgresql://user@host/database`
 */
export function openPostgres(url: string): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 8,
    // Times and message numbers are far below 2^53; the driver would give them as strings.
    types: {
      getTypeParser: (type, format) =>
        type === INT8 ? (value: string) => Number(value) : pg.types.getTypeParser(type, format),
    },
  });
  // An idle connection that the server ends is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: "postgres",
    db,
    migrations: MIGRATIONS,
    async index(transaction, message, words) {
      await sql`insert into message_words (message, words) values (${message}, array_to_tsvector(${words}::text[]))`.execute(
        transaction,
      );
    },
    async unindex() {
      // The rows go with their messages.
    },
    async match(words, before, limit) {
      // Words are letters, digits and `_`, so a quoted one can not end its quotes.
      const query = words.map((word) => `'${word}'`).join(" & ");
      const found = await sql<{ message: number }>`
        select message from message_words where words @@ ${query}::tsquery and message < ${before}
        order by message desc limit ${limit}`.execute(db);
      return found.rows.map((row) => row.message);
    },
    async lock(transaction, what) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`pegboard:${what}`}, 0))`.execute(
        transaction,
      );
    },
    async close() {
      await db.destroy();
    },
  };
}

const MIGRATIONS = [
  [
    `create table sessions (
      id text primary key, profile text not null, model text not null, parent text, title text,
      created_at bigint not null, updated_at bigint not null)`,
    "create index sessions_by_time on sessions (profile, updated_at)",
    `create table messages (
      id bigint generated always as identity primary key,
      session text not null references sessions (id) on delete cascade,
      position integer not null, role text not null, body text not null, text text not null,
      created_at bigint not null, unique (session, position))`,
    `create table message_words (
      message bigint primary key references messages (id) on delete cascade, words tsvector not null)`,
    "create index message_words_by_word on message_words using gin (words)",
    `create table results (
      session text not null references sessions (id) on delete cascade,
      call text not null, body text not null, created_at bigint not null, primary key (session, call))`,
    `create table memory_entries (
      id bigint generated always as identity primary key, profile text not null, text text not null,
      created_at bigint not null)`,
    // A long text does not fit into an index entry; its digest does.
    "create unique index memory_entries_once on memory_entries (profile, md5(text))",
    `create table approvals (
      id text primary key, session text not null, request text not null, opened_at bigint not null)`,
  ],
];
