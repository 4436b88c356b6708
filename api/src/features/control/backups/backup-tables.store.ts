import type { Queryable } from '../../../platform/database.ts';
import { ownSchema } from '../../../platform/postgres/lender-names.ts';

export type BackupTable = { readonly name: string; readonly columns: readonly string[] };

/**
 * Tables that no backup contains: short-lived updates for open browsers, numbered by the
 * transactions of one PostgreSQL server. A database that is not migrated yet has them under their
 * former name.
 */
const leftOut = ['live_updates', 'changes'];

/** SQL condition: the table with this oid was not created by an extension. */
export function isOwn(sql: Queryable, oid: string) {
  return sql`not exists (
    select from pg_depend where classid = 'pg_class'::regclass and objid = ${sql(oid)}
      and deptype = 'e')`;
}

/** Lists every table in a backup with its columns, except generated ones. */
export async function listBackupTables(sql: Queryable): Promise<BackupTable[]> {
  return sql<BackupTable[]>`
    select relation.relname::text as name,
      array_agg(attribute.attname::text order by attribute.attnum) as columns
    from pg_class relation
    join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
    where relation.relnamespace = ${ownSchema(sql)} and relation.relkind = 'r'
      and ${isOwn(sql, 'relation.oid')} and relation.relname <> all (${leftOut})
    group by relation.relname order by relation.relname`;
}

export async function listSequences(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select relation.relname::text as name from pg_class relation
    where relation.relnamespace = ${ownSchema(sql)} and relation.relkind = 'S'
      and ${isOwn(sql, 'relation.oid')}
    order by 1`;
  return rows.map(({ name }) => name);
}

/** Quotes names for statements without parameters, such as COPY. */
export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}

/**
 * Fixes the formats of values and disables timeouts until the transaction ends, whatever the
 * settings of the database or login.
 */
export async function settleManner(sql: Queryable): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values
      ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('timezone', 'UTC'),
      ('extra_float_digits', '1'), ('bytea_output', 'hex'), ('xmloption', 'content'),
      ('statement_timeout', '0'), ('lock_timeout', '0'),
      ('idle_in_transaction_session_timeout', '0')) settings (name, value)`;
}
