import { allOf, type Fragment } from './conditions.ts';
import type { Queryable, Transaction } from './database.ts';
import { colleaguesInScope, type Scope } from './scope.ts';

/** A table of records that a working app keeps, each under an id that its maker's browser made. */
export type AppTable =
  | 'calendar_events'
  | 'boards'
  | 'board_columns'
  | 'board_cards'
  | 'tasks'
  | 'memos'
  | 'acquaintances'
  | 'internal_mail_labels';

type ColumnValue = string | number | boolean | null | readonly string[];
/** What is written, by the names of the columns. */
export type Columns = Readonly<Record<string, ColumnValue>>;

/** One such table: which of its rows, beside the alias `record`, a caller reaches, and who else reads them. */
export type RecordKind = {
  readonly table: AppTable;
  readonly inReach: (sql: Queryable, scope: Scope) => Fragment;
  /**
   * Columns `owner_id`, `is_shared`, `others` (people who read it although it is not shared) and
   * `told` (what the audit trail says of it) of `record`, and `parent_id` where it stands on another.
   */
  readonly standing: (sql: Queryable) => Fragment;
};

export type Standing = {
  readonly version: number;
  readonly ownerId: string;
  readonly isShared: boolean;
  readonly others: readonly string[];
  readonly told: Readonly<Record<string, string | number | null>>;
  readonly parentId?: string;
};

type One = { readonly scope: Scope; readonly id: string };

/** The record as it stands, held until the transaction ends. */
export async function holdRecord(
  transaction: Transaction,
  kind: RecordKind,
  { scope, id }: One,
): Promise<Standing | null> {
  const [row] = await transaction<Standing[]>`
    select record.version, ${kind.standing(transaction)} from ${transaction(kind.table)} record
    where record.id = ${id} and ${kind.inReach(transaction, scope)} for update of record`;
  return row ?? null;
}

/** Answers whether it is new: one that was sent before stays as it is. */
export async function insertRecord(
  transaction: Transaction,
  { table }: RecordKind,
  row: Columns,
): Promise<boolean> {
  const rows = await transaction`
    insert into ${transaction(table)} ${transaction(row)} on conflict (id) do nothing returning id`;
  return rows.length > 0;
}

/** Whether the record of that id is the same maker's and holds the same. */
export async function holdsTheSame(
  transaction: Transaction,
  { table }: RecordKind,
  columns: Columns,
): Promise<boolean> {
  const alike = Object.entries(columns).map(
    ([name, value]) => transaction`${transaction(name)} is not distinct from ${value}`,
  );
  const rows = await transaction`
    select from ${transaction(table)} where ${allOf(transaction, [transaction`true`, ...alike])}`;
  return rows.length > 0;
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

/** Whether somebody can be given something by the caller: see `listColleagues`. */
export async function isColleague(sql: Queryable, { scope, id }: One): Promise<boolean> {
  const rows = await sql`
    select from accounts account where account.id = ${id} and account.status <> 'suspended'
      and ${colleaguesInScope(sql, scope)}`;
  return rows.length > 0;
}
