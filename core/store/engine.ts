import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** The few things in which the databases differ. Everything else is one code over Kysely. */
export type Engine = {
  readonly dialect: "sqlite" | "postgres";
  readonly db: Kysely<Tables>;
  /** What makes the tables of each version, in order; applied once each. */
  readonly migrations: readonly (readonly string[])[];
  /** Puts a message into the search index, in the same transaction as the message itself. */
  index(db: Kysely<Tables>, message: number, words: readonly string[]): Promise<void>;
  unindex(db: Kysely<Tables>, session: string): Promise<void>;
  /** Numbers of messages that hold all `words`, newest first, below `before`. */
  match(words: readonly string[], before: number, limit: number): Promise<readonly number[]>;
  /** Keeps other writers out until the transaction ends. */
  lock(db: Kysely<Tables>, what: string): Promise<void>;
  close(): Promise<void>;
};
