import { openDirectConnection, schemaOf, type Database } from '../../../platform/database.ts';
import { nameFor } from '../../../platform/postgres/lender-names.ts';
import type { ImportKey } from './imports.store.ts';

/** An arbitrary number that identifies import locks; all Bursar processes must use the same one. */
const LOCK_CLASS = 8_277_022;

export type ImportLock = { readonly release: () => Promise<void> };

/**
 * Locks an import for as long as this process works on it. PostgreSQL releases the lock when the
 * connection ends, even if the process dies. Returns null if the import is already locked, by this
 * process or another one.
 */
export async function lockImport(
  database: Database,
  { portfolioId, importId }: ImportKey,
): Promise<ImportLock | null> {
  const name = nameFor(schemaOf(database), portfolioId + importId);
  const connection = openDirectConnection(database, {
    idle_timeout: undefined,
    max_lifetime: null,
  });
  const end = () => connection.end({ timeout: 5 });
  try {
    const [row] = await connection<{ held: boolean }[]>`
      select pg_try_advisory_lock(${LOCK_CLASS}, hashtext(${name})) as held`;
    if (row?.held !== true) {
      await end();
      return null;
    }
  } catch (error) {
    await end();
    throw error;
  }
  return {
    async release() {
      try {
        await connection`select pg_advisory_unlock(${LOCK_CLASS}, hashtext(${name}))`;
      } finally {
        await end();
      }
    },
  };
}

/** SQL condition: a process holds the lock on the import of a row of `imports`. */
export function isBeingWorkedOn(sql: Database, imports: string) {
  const [portfolioId, id] = [sql(`${imports}.portfolio_id`), sql(`${imports}.id`)];
  const suffix = nameFor(schemaOf(sql), '');
  return sql`exists (
    select from pg_locks held
    where held.locktype = 'advisory' and held.granted
      and held.database = (select oid from pg_database where datname = current_database())
      and held.classid = ${LOCK_CLASS} and held.objsubid = 2
      and held.objid::bigint = hashtext(${portfolioId}::text || ${id}::text || ${suffix})::bigint & 4294967295
  )`;
}
