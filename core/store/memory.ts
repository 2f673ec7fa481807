import type { Engine } from "./engine.ts";

export type MemoryEntry = {
  readonly id: number;
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly created_at: number;
};

/** What an update makes of the entries: their texts in order, or null to leave all as it is; and what the caller gets back. */
export type MemoryUpdate<T> = { readonly texts: readonly string[] | null; readonly value: T };

/** What a profile remembers over sessions. */
export interface MemoryEntries {
  /** Oldest first. */
  list(profile: string): Promise<readonly MemoryEntry[]>;
  /**
   * Changes the entries of a profile in one step that no other writer can come between: all of it, or nothing.
   *
   * @param change - gets the entries as they are at that moment
   */
  update<T>(
    profile: string,
    change: (entries: readonly MemoryEntry[]) => MemoryUpdate<T>,
  ): Promise<T>;
}

export function memoryEntries(open: () => Promise<Engine>, now: () => number): MemoryEntries {
  return {
    async list(profile) {
      requireName(profile);
      return read((await open()).db, profile);
    },
    async update(profile, change) {
      requireName(profile);
      const engine = await open();
      return engine.db.transaction().execute(async (transaction) => {
        await engine.lock(transaction, `memory:${profile}`);
        const entries = await read(transaction, profile);
        const { texts, value } = change(entries);
        if (texts === null) return value;
        const wanted = new Set(texts);
        const gone = entries.filter((entry) => !wanted.has(entry.text)).map((entry) => entry.id);
        if (gone.length > 0)
          await transaction.deleteFrom("memory_entries").where("id", "in", gone).execute();
        const kept = new Set(entries.map((entry) => entry.text));
        const added = [...wanted].filter((text) => !kept.has(text));
        const created_at = now();
        for (const text of added) {
          await transaction
            .insertInto("memory_entries")
            .values({ profile, text, created_at })
            .execute();
        }
        return value;
      });
    },
  };
}

function read(db: Engine["db"], profile: string): Promise<MemoryEntry[]> {
  return db
    .selectFrom("memory_entries")
    .select(["id", "text", "created_at"])
    .where("profile", "=", profile)
    .orderBy("id")
    .execute();
}

/** Whoever can choose a profile freely must not reach what looks like another place. */
function requireName(profile: string): void {
  if (/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(profile)) return;
  throw new Error(`${JSON.stringify(profile)} is no name of a profile.`);
}
