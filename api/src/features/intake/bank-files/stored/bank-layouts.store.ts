import type { BankColumn, ChosenBankColumns } from '@bursar/contracts/intake/bank-layouts';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { FileAnswers } from '@bursar/contracts/intake/file-questions';
import type { Queryable, Transaction } from '../../../../platform/database.ts';
import type { FileKey } from '../bank-file-keys.ts';
import type { RememberedTable } from '../read/columns/open-header.ts';
import type { RememberedLayout } from '../read/read-bank-csv.ts';

type LayoutKey = { readonly portfolioId: string; readonly fingerprint: string };

type StoredColumn = Pick<BankColumn, 'position' | 'name' | 'field'>;

/** Returns the choices and answers for an earlier file with these headings. */
export async function findLayout(
  sql: Queryable,
  { portfolioId, fingerprint }: LayoutKey,
): Promise<RememberedLayout | null> {
  const [row] = await sql<{ columns: StoredColumn[]; isChosen: boolean; answers: FileAnswers }[]>`
    select columns, is_chosen, answers from bank_layouts
    where portfolio_id = ${portfolioId} and fingerprint = ${fingerprint}`;
  if (!row) return null;
  return { columns: row.isChosen ? chosenOf(row.columns) : null, answers: row.answers };
}

/**
 * Lists where users found the tables that Bursar did not find by itself, for the 50 layouts that
 * changed last.
 */
export async function listTableChoices(
  sql: Queryable,
  portfolioId: string,
): Promise<RememberedTable[]> {
  const rows = await sql<RememberedTable[]>`
    select fingerprint, table_choice as "table" from bank_layouts
    where portfolio_id = ${portfolioId} and table_choice is not null
    order by changed_at desc limit 50`;
  return rows.map((row) => ({ ...row }));
}

function chosenOf(columns: readonly StoredColumn[]): ChosenBankColumns {
  const used = columns.flatMap(({ position, field }) =>
    field === null ? [] : [[String(position), field] as const],
  );
  return Object.fromEntries(used);
}

type UsedLayout = LayoutKey & {
  readonly name: string;
  readonly columns: readonly BankColumn[];
  readonly isChosen: boolean;
  readonly table: TableChoice | null;
  readonly answers: FileAnswers;
  readonly changedBy: string;
  readonly changedAt: string;
};

/** Remembers how a file was read. A name that a user gave to the layout remains. */
export async function rememberLayout(
  transaction: Transaction,
  { columns, answers, table, ...layout }: UsedLayout,
): Promise<void> {
  const stored = columns.map(({ position, name, field }) => ({ position, name, field }));
  await transaction`
    insert into bank_layouts (portfolio_id, fingerprint, name, columns, is_chosen, answers, table_choice,
      changed_by, changed_at)
    values (${layout.portfolioId}, ${layout.fingerprint}, ${layout.name},
      ${transaction.json(stored)}, ${layout.isChosen}, ${transaction.json(answers)},
      ${table && transaction.json(table)}, ${layout.changedBy}, ${layout.changedAt})
    on conflict (portfolio_id, fingerprint) do update set columns = excluded.columns,
      is_chosen = excluded.is_chosen or bank_layouts.is_chosen,
      answers = bank_layouts.answers || excluded.answers,
      table_choice = coalesce(excluded.table_choice, bank_layouts.table_choice), changed_by = excluded.changed_by,
      changed_at = excluded.changed_at`;
}

type Change = { readonly name: string | null; readonly forgetAnswer?: string | undefined };

/**
 * Renames the layout of a file and forgets an answer; without a name, forgets the whole layout.
 * Returns the former name; null if the file has no layout.
 */
export async function changeLayout(
  transaction: Transaction,
  { portfolioId, bankFileId }: FileKey,
  { name, forgetAnswer = '' }: Change,
): Promise<string | null> {
  const [layout] = await transaction<{ fingerprint: string; name: string }[]>`
    select layout.fingerprint, layout.name from bank_layouts layout
    join bank_files file on file.portfolio_id = layout.portfolio_id
      and file.layout_fingerprint = layout.fingerprint
    where file.portfolio_id = ${portfolioId} and file.id = ${bankFileId}
    for update of layout`;
  if (!layout) return null;
  const { fingerprint } = layout;
  await (name === null
    ? transaction`
        delete from bank_layouts
        where portfolio_id = ${portfolioId} and fingerprint = ${fingerprint}`
    : transaction`
        update bank_layouts set name = ${name}, answers = answers - ${forgetAnswer}::text
        where portfolio_id = ${portfolioId} and fingerprint = ${fingerprint}`);
  return layout.name;
}
