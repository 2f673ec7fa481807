import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { DatabaseConnection, SqliteDatabase } from "kysely";
import Database from "libsql";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";
import { makeTurns, turnsOf } from "./turns.ts";
import type { Turns } from "./turns.ts";

/** How long a statement waits for other processes, in milliseconds. */
const BUSY_MS = 15_000;

const PRAGMAS = [
  `busy_timeout = ${BUSY_MS}`,
  "journal_mode = WAL",
  // In WAL mode `normal` may lose the last commits when the power fails; what was promised must be there.
  "synchronous = FULL",
  "foreign_keys = ON",
];

/** The name by which SQLite knows a database that is in memory. */
const IN_MEMORY = ":memory:";

/**
 * Opens the embedded database, and makes it when it is not there.
 *
 * @param file - absolute path; null for one in memory, which nobody else sees and which ends when it is closed
 * @throws when the file can not be made, or is no database
 */
export async function openSqlite(file: string | null): Promise<Engine> {
  if (file !== null) makePrivate(file);
  const database = new Database(file ?? IN_MEMORY);
  const turns = file === null ? makeTurns() : turnsOf(file);
  await turns.begin();
  try {
    for (const pragma of PRAGMAS) database.exec(`PRAGMA ${pragma}`);
  } finally {
    turns.end();
  }
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new TurnTakingDriver(database, turns),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    },
  });
  return {
    dialect: "sqlite",
    db,
    migrations: MIGRATIONS,
    async index(transaction, message, words) {
      await sql`insert into message_words (rowid, words) values (${message}, ${words.join(" ")})`.execute(
        transaction,
      );
    },
    async unindex(transaction, session) {
      await sql`delete from message_words where rowid in (select id from messages where session = ${session})`.execute(
        transaction,
      );
    },
    async match(words, before, limit) {
      const query = words.map((word) => `"${word}"`).join(" AND ");
      const found = await sql<{ rowid: number }>`
        select rowid from message_words where message_words match ${query} and rowid < ${before}
        order by rowid desc limit ${limit}`.execute(db);
      return found.rows.map((row) => row.rowid);
    },
    async lock() {
      // A transaction of this driver is the only writer from its first statement on.
    },
    async close() {
      await db.destroy();
    },
  };
}

/** Conversations are nobody else's; what SQLite puts beside the file gets the same permissions. */
function makePrivate(file: string): void {
  mkdirSync(dirname(dirname(file)), { recursive: true });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
}

/**
 * Takes the write lock when a transaction begins: one that first reads and then writes would fail where another wrote
 * between. The driver is synchronous: waiting for a lock stops the process, which is short when another process holds it
 * and for ever when this one does. So all connections of this process to one file take turns.
 */
class TurnTakingDriver extends SqliteDriver {
  readonly #turns: Turns;

  constructor(database: SqliteDatabase, turns: Turns) {
    super({ database });
    this.#turns = turns;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.begin();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection();
    this.#turns.end();
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

const MIGRATIONS = [
  [
    `create table sessions (
      id text primary key, profile text not null, model text not null, parent text, title text,
      created_at integer not null, updated_at integer not null)`,
    "create index sessions_by_time on sessions (profile, updated_at)",
    `create table messages (
      id integer primary key autoincrement,
      session text not null references sessions (id) on delete cascade,
      position integer not null, role text not null, body text not null, text text not null,
      created_at integer not null, unique (session, position))`,
    `create virtual table message_words using fts5 (
      words, content = '', contentless_delete = 1, detail = none,
      tokenize = "unicode61 remove_diacritics 0 tokenchars '_'")`,
    `create table results (
      session text not null references sessions (id) on delete cascade,
      call text not null, body text not null, created_at integer not null, primary key (session, call))`,
    `create table memory_entries (
      id integer primary key autoincrement, profile text not null, text text not null,
      created_at integer not null, unique (profile, text))`,
    `create table approvals (
      id text primary key, session text not null, request text not null, opened_at integer not null)`,
  ],
];
