import { allOf, type Fragment } from './conditions.ts';
import type { Queryable, Transaction } from './database.ts';
import { colleaguesInScope, type Scope } from './scope.ts';

/**
 * A table of records that users create in the apps. A record id is derived from the id that the
 * browser sends: `ownedId`.
 */
export type AppTable =
  | 'calendar_events'
  | 'kanban_boards'
  | 'kanban_columns'
  | 'kanban_cards'
  | 'tasks'
  | 'personal_notes'
  | 'external_contacts'
  | 'staff_mail_labels';

type ColumnValue = string | number | boolean | null | readonly string[];
/** Column values to write, by column name. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/**
 * A kind of app record: its table, which rows (alias `record`) a caller can reach, and which other
 * accounts read them.
 */
export type RecordKind = {
  readonly table: AppTable;
  readonly inReach: (sql: Queryable, scope: Scope) => Fragment;
  /**
   * Selects `owner_id`, `is_shared`, `others` (accounts that read it although it is not shared),
   * `details` (its fields for the audit trail) and, if it belongs to another record, `parent_id`.
   */
  readonly recordAccess: (sql: Queryable) => Fragment;
};

export type RecordAccess = {
  readonly version: number;
  readonly ownerId: string;
  readonly isShared: boolean;
  readonly others: readonly string[];
  readonly details: Readonly<Record<string, string | number | null>>;
  readonly parentId?: string;
};

type One = { readonly scope: Scope; readonly id: string };

/** Reads the record and locks it until the transaction ends. */
export async function holdRecord(
  transaction: Transaction,
  kind: RecordKind,
  { scope, id }: One,
): Promise<RecordAccess | null> {
  const [row] = await transaction<RecordAccess[]>`
    select record.version, ${kind.recordAccess(transaction)} from ${transaction(kind.table)} record
    where record.id = ${id} and ${kind.inReach(transaction, scope)} for update of record`;
  return row ?? null;
}

/** Inserts the row, unless a record with its id exists. Returns whether it was inserted. */
export async function insertRecord(
  transaction: Transaction,
  { table }: RecordKind,
  row: Columns,
): Promise<boolean> {
  const rows = await transaction`
    insert into ${transaction(table)} ${transaction(row)} on conflict (id) do nothing returning id`;
  return rows.length > 0;
}

/**
 * Returns the version of the stored record that has these column values, which include its id and
 * owner; null if there is none.
 */
export async function versionOfSame(
  transaction: Transaction,
  { table }: RecordKind,
  columns: Columns,
): Promise<number | null> {
  const alike = Object.entries(columns).map(
    ([name, value]) => transaction`${transaction(name)} is not distinct from ${value}`,
  );
  const [row] = await transaction<{ version: number }[]>`
    select version from ${transaction(table)}
    where ${allOf(transaction, [transaction`true`, ...alike])}`;
  return row?.version ?? null;
}

export async function updateRecord(
  transaction: Transaction,
  { table }: RecordKind,
  { id, columns }: { id: string; columns: Columns },
): Promise<void> {
  await transaction`
    update ${transaction(table)} set ${transaction(columns)}, version = version + 1
    where id = ${id}`;
}

export async function deleteRecord(
  transaction: Transaction,
  { table }: RecordKind,
  id: string,
): Promise<void> {
  await transaction`delete from ${transaction(table)} where id = ${id}`;
}

/** Returns whether the caller can assign records to this account: see `listColleagues`. */
export async function isColleague(sql: Queryable, { scope, id }: One): Promise<boolean> {
  const rows = await sql`
    select from accounts account where account.id = ${id} and account.status <> 'suspended'
      and ${colleaguesInScope(sql, scope)}`;
  return rows.length > 0;
}
