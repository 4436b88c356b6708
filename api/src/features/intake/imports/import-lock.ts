import type { Database } from '../../../platform/database.ts';
import type { ImportKey } from './imports.store.ts';

/** Any number serves, as long as every Bursar takes the same: the class of the imports' locks. */
const LOCK_CLASS = 8_277_022;

export type ImportLock = { readonly release: () => Promise<void> };

/**
 * Marks an import as being worked on for as long as this process lives: the lock belongs to a
 * connection, and PostgreSQL frees it when the process dies. Null where someone works on it already.
 */
export async function lockImport(
  database: Database,
  { portfolioId, importId }: ImportKey,
): Promise<ImportLock | null> {
  const name = portfolioId + importId;
  const connection = await database.reserve();
  const [row] = await connection<{ held: boolean }[]>`
    select pg_try_advisory_lock(${LOCK_CLASS}, hashtext(${name})) as held`;
  if (row?.held !== true) {
    connection.release();
    return null;
  }
  return {
    async release() {
      try {
        await connection`select pg_advisory_unlock(${LOCK_CLASS}, hashtext(${name}))`;
      } finally {
        connection.release();
      }
    },
  };
}

/** True in SQL while some process works on the import of that row of `imports`. */
export function isBeingWorkedOn(sql: Database, imports: string) {
  const [portfolioId, id] = [sql(`${imports}.portfolio_id`), sql(`${imports}.id`)];
  return sql`exists (
    select from pg_locks held
    where held.locktype = 'advisory' and held.granted
      and held.database = (select oid from pg_database where datname = current_database())
      and held.classid = ${LOCK_CLASS} and held.objsubid = 2
      and held.objid::bigint = hashtext(${portfolioId}::text || ${id}::text)::bigint & 4294967295
  )`;
}
