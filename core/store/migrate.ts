import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import type { Tables } from "./tables.ts";

/**
 * Brings the tables to the version that this code knows. Two processes may do it at once: one does the work.
 *
 * @throws when the database was made by a newer version, which this one must not write to
 */
export async function migrate(engine: Engine): Promise<void> {
  const target = engine.migrations.length;
  if ((await versionOf(engine.db)) === target) return;
  await engine.db.transaction().execute(async (transaction) => {
    await engine.lock(transaction, "migrate");
    await sql`create table if not exists pegboard_version (version integer not null)`.execute(
      transaction,
    );
    const version = (await versionOf(transaction)) ?? 0;
    if (version > target) {
      throw new Error(
        `the database has version ${version} and this Pegboard knows ${target}: update Pegboard, or use another database`,
      );
    }
    for (const statements of engine.migrations.slice(version)) {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
    }
    await sql`delete from pegboard_version`.execute(transaction);
    await sql`insert into pegboard_version (version) values (${target})`.execute(transaction);
  });
}

async function versionOf(db: Kysely<Tables>): Promise<number | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === "pegboard_version")) return null;
  const { rows } = await sql<{ version: number }>`select version from pegboard_version`.execute(db);
  return rows[0]?.version ?? null;
}
