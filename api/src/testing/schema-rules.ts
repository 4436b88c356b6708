import type { Database, Queryable } from '../platform/database.ts';

/**
 * Lists functions with SQL-standard bodies, because the newest minor releases of PostgreSQL refuse
 * to rewrite a table that one of them uses.
 */
export async function listStandardBodies(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select oid::regprocedure::text as name from pg_proc
    where prosqlbody is not null and pronamespace <> 'pg_catalog'::regnamespace
      and pronamespace <> 'information_schema'::regnamespace
    order by 1`;
  return rows.map(({ name }) => name);
}

/** Lists tables whose rows are identified by a UUID `id` alone, without their portfolio. */
export async function listInstallationWideKeys(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select key.conrelid::regclass::text as name
    from pg_constraint key
    join pg_attribute field on field.attrelid = key.conrelid and field.attnum = key.conkey[1]
    where key.contype = 'p' and key.connamespace = 'public'::regnamespace
      and cardinality(key.conkey) = 1 and field.attname = 'id'`;
  return rows.map(({ name }) => name).toSorted();
}

/**
 * Tries to rewrite each table; returns PostgreSQL's error for each table that it refuses to
 * rewrite.
 */
export async function listRefusedRewrites(owner: Database): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  const refused: string[] = [];
  for (const { name } of tables) {
    const rewrite = owner.begin(async (sql) => {
      await sql.unsafe(
        `alter table ${name} add column rewritten text generated always as ('now') stored`,
      );
      throw new Undone();
    });
    await rewrite.catch((error: unknown) => {
      if (!(error instanceof Undone)) refused.push(`${name}: ${String(error)}`);
    });
  }
  return refused;
}

/** Thrown to roll the rewrite back. */
class Undone extends Error {}
