import type { Transaction } from '../../../platform/database.ts';
import { MIGRATION_LOCK, openSchema } from '../../../platform/migrate.ts';
import { lockIn, nameFor, ownSchema } from '../../../platform/postgres/lender-names.ts';
import { BackupRefused, type LineOf } from './backup-lines.ts';
import { isOwn, listBackupTables, listSequences, quoted } from './backup-tables.store.ts';

/**
 * Returns the name of a table or schema in a database that should be empty; null if it is empty.
 * Blocks migrations until the transaction ends.
 */
export async function findSomething(
  transaction: Transaction,
  schema: string,
): Promise<string | null> {
  await transaction`select pg_advisory_xact_lock(${lockIn(transaction, MIGRATION_LOCK, schema)})`;
  const problem = await openSchema(transaction, schema);
  if (problem !== null) throw new BackupRefused(problem);
  const [found] = await transaction<{ name: string }[]>`
    select relation.relname::text as name from pg_class relation
    where relation.relnamespace = ${ownSchema(transaction)} and relation.relkind <> 'c'
      and ${isOwn(transaction, 'relation.oid')}
    union all
    select nspname::text from pg_namespace where nspname = ${nameFor(schema, 'pgboss')}
    limit 1`;
  return found?.name ?? null;
}

/**
 * The tables and sequences to load, and the statements that recreate the dropped indexes and
 * foreign keys afterwards, over all rows at once.
 */
export type Loading = {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  readonly sequences: ReadonlySet<string>;
  readonly indexes: readonly string[];
  readonly references: readonly string[];
};

/**
 * Prepares the tables for raw rows: disables triggers, drops foreign keys and indexes, and removes
 * rows that migrations wrote.
 */
export async function beginLoading(transaction: Transaction): Promise<Loading> {
  const books = await listBackupTables(transaction);
  for (const { name } of books) {
    await transaction.unsafe(`alter table ${quoted(name)} disable trigger user`);
  }
  const references = await dropReferences(transaction);
  const indexes = await dropIndexes(transaction);
  await transaction.unsafe(`truncate ${books.map(({ name }) => quoted(name)).join(', ')}`);
  return {
    tables: new Map(books.map(({ name, columns }) => [name, new Set(columns)])),
    sequences: new Set(await listSequences(transaction)),
    indexes,
    references,
  };
}

/** Drops the foreign keys; returns the statements that recreate them, which also verify them. */
const dropReferences = (transaction: Transaction): Promise<string[]> =>
  dropConstraints(transaction, ['f']);

/**
 * Drops the constraints of these kinds (PostgreSQL's letters); returns the statements that recreate
 * them.
 */
async function dropConstraints(
  transaction: Transaction,
  kinds: readonly ('f' | 'p' | 'u')[],
): Promise<string[]> {
  const constraints = await transaction<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = any(${[...kinds]}::"char"[]) and connamespace = ${ownSchema(transaction)}
      and ${isOwn(transaction, 'conrelid')}
    order by conrelid::regclass::text, conname`;
  for (const { table, name } of constraints) {
    await transaction.unsafe(`alter table ${table} drop constraint ${name}`);
  }
  return constraints.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

/**
 * Drops all indexes, including those of keys: building an index at the end takes a fraction of the
 * time of inserting each row into an index on random ids. Returns the statements that recreate the
 * indexes.
 */
async function dropIndexes(transaction: Transaction): Promise<string[]> {
  const keys = await dropConstraints(transaction, ['p', 'u']);
  const indexes = await transaction<{ name: string; definition: string }[]>`
    select entry.indexrelid::regclass::text as name, pg_get_indexdef(entry.indexrelid) as definition
    from pg_index entry
    join pg_class relation on relation.oid = entry.indrelid
    where relation.relnamespace = ${ownSchema(transaction)} and relation.relkind = 'r'
      and ${isOwn(transaction, 'relation.oid')}
      and not exists (select from pg_constraint where conindid = entry.indexrelid)
    order by 1`;
  for (const { name } of indexes) await transaction.unsafe(`drop index ${name}`);
  return [...keys, ...indexes.map(({ definition }) => definition)];
}

export async function setSequence(
  transaction: Transaction,
  { name, lastValue, isCalled }: LineOf<'sequence'>,
): Promise<void> {
  await transaction`select setval(${quoted(name)}::regclass, ${lastValue}::bigint, ${isCalled})`;
}

/**
 * Recreates the dropped indexes and foreign keys, which verifies each foreign key over all rows,
 * and enables the triggers again.
 */
export async function endLoading(transaction: Transaction, loading: Loading): Promise<void> {
  for (const index of loading.indexes) await transaction.unsafe(index);
  const names = [...loading.tables.keys()].map((name) => quoted(name));
  // Update the statistics: the next statements read whole tables, and the first page should be
  // fast.
  await transaction.unsafe(`analyze ${names.join(', ')}`);
  for (const reference of loading.references) await transaction.unsafe(reference);
  for (const name of names) await transaction.unsafe(`alter table ${name} enable trigger user`);
}
