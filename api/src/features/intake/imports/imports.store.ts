import type { ImportSummary, TapeImport } from '@bursar/contracts/intake/imports';
import type { TapeReading } from '@bursar/contracts/intake/tape-reading';
import type { ChosenColumns } from '@bursar/contracts/intake/tape-fields';
import type { TableChoice } from '@bursar/contracts/intake/tape-table.values';
import type { DateOrders, TapeAnswers, TextEncoding } from '@bursar/contracts/intake/tape-telling';
import type { WholeFileValues } from '@bursar/contracts/intake/tape-whole-file';
import type { TapeWords } from '@bursar/contracts/intake/tape-words.values';
import type { Database, Queryable, Transaction } from '../../../platform/database.ts';
import { describeImportFailure, type ImportFailure } from './import-failures.ts';
import { isBeingWorkedOn } from './import-lock.ts';
import type { RememberedColumns } from './read/recognise-columns.ts';

export type ImportKey = { readonly portfolioId: string; readonly importId: string };

/** The settings with which a user wants a file to be read. */
export type ReadAs = {
  readonly encoding?: TextEncoding;
  /** The location of the table; omitted to detect it. */
  readonly table?: TableChoice;
  /** The column chosen for each field; other fields are matched by heading. */
  readonly columns?: ChosenColumns;
  readonly answers?: TapeAnswers;
  /** Date orders that the user set for columns; they override the order that the rows prove. */
  readonly dateOrders?: DateOrders;
  readonly words?: TapeWords;
  readonly forAll?: WholeFileValues;
};

export type ImportRow = {
  readonly id: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: Buffer;
  readonly cutOffOn: string | null;
  readonly header: string[] | null;
  readonly readAs: ReadAs;
  /** Null until its dry run has ended. */
  readonly reading: TapeReading | null;
  readonly state: TapeImport['state'];
  readonly rowsRead: number;
  readonly rowsBooked: number;
  readonly currency: string;
  readonly summary: ImportSummary | null;
  readonly failure: ImportFailure | null;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly bookedAt: string | null;
  readonly undoneBy: string | null;
  readonly undoneAt: string | null;
};

/** Maximum number of imports listed. For older imports, users search the loans instead. */
const LISTED_MAX = 200;

export async function findImport(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
): Promise<ImportRow | undefined> {
  const [row] = await sql<ImportRow[]>`
    ${selectImports(sql)}
    where tape.portfolio_id = ${portfolioId} and tape.id = ${importId}`;
  return row;
}

export function listNewestImports(sql: Queryable, portfolioId: string): Promise<ImportRow[]> {
  return sql<ImportRow[]>`
    ${selectImports(sql)}
    where tape.portfolio_id = ${portfolioId}
    order by tape.created_at desc, tape.id desc
    limit ${LISTED_MAX}`;
}

/**
 * Lists the settings of booked tapes: the most recent ones of each header, for the headers that
 * were used last.
 */
export function listRememberedColumns(
  sql: Queryable,
  portfolioId: string,
): Promise<RememberedColumns[]> {
  return sql<RememberedColumns[]>`
    select import_id, file_name, booked_at, header, choice as table, columns, answers, date_orders, words,
      for_all
    from (
      select distinct on (header) id as import_id, file_name, booked_at, header,
        read_as -> 'columns' as columns, read_as -> 'answers' as answers, read_as -> 'words' as words,
        read_as -> 'forAll' as for_all, read_as -> 'table' as choice,
        read_as -> 'dateOrders' as date_orders
      from imports
      where portfolio_id = ${portfolioId} and booked_at is not null and header is not null
        and read_as ?| array['table', 'columns', 'answers', 'dateOrders', 'words', 'forAll']
      order by header, booked_at desc
    ) latest
    order by booked_at desc
    limit ${HEADERS_REMEMBERED}`;
}

const HEADERS_REMEMBERED = 50;

function selectImports(sql: Queryable) {
  return sql`
    select tape.id, tape.file_name, tape.file_bytes, tape.file_sha256, tape.cut_off_on, tape.header,
      tape.read_as, tape.reading, tape.state, tape.rows_read, tape.rows_booked, portfolio.currency, tape.summary, tape.failure,
      creator.name as created_by, tape.created_at, tape.booked_at,
      undoer.name as undone_by, tape.undone_at
    from imports tape
    join portfolios portfolio on portfolio.id = tape.portfolio_id
    join accounts creator on creator.id = tape.created_by
    left join accounts undoer on undoer.id = tape.undone_by`;
}

export function toTapeImport(row: ImportRow): TapeImport {
  const { fileSha256: _sha256, header: _header, readAs, reading: _reading, ...shownRow } = row;
  const { failure, summary, ...shown } = shownRow;
  return {
    ...shown,
    forAll: readAs.forAll ?? {},
    // Summaries stored before these figures existed lack them.
    summary: summary && {
      ...summary,
      arrears: summary.arrears ?? null,
      goodLoans: summary.goodLoans ?? null,
      comparison: summary.comparison ?? null,
      holders: summary.holders ?? null,
    },
    failure: failure && describeImportFailure(failure),
  };
}

export type NewImport = ImportKey & {
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: Buffer;
  readonly cutOffOn: string;
  readonly readAs: ReadAs;
  readonly createdBy: string;
  readonly createdAt: string;
};

/** Inserts an import. Returns false if the id is in use, because the client sent it before. */
export async function insertImport(sql: Queryable, tape: NewImport): Promise<boolean> {
  const inserted = await sql`
    insert into imports
      (portfolio_id, id, file_name, file_bytes, file_sha256, cut_off_on, read_as, state,
        created_by, created_at)
    values (
      ${tape.portfolioId}, ${tape.importId}, ${tape.fileName}, ${tape.fileBytes},
      ${tape.fileSha256}, ${tape.cutOffOn}, ${sql.json(tape.readAs)}, 'checking', ${tape.createdBy}, ${tape.createdAt}
    )
    on conflict do nothing`;
  return inserted.count > 0;
}

type Progress = { readonly rowsRead?: number; readonly rowsBooked?: number };

/** Stores the progress for pollers; returns whether a user asked to stop. */
export async function reportProgress(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  { rowsRead, rowsBooked }: Progress,
): Promise<{ isCancelled: boolean }> {
  const [row] = await sql<{ cancelRequested: boolean }[]>`
    update imports set rows_read = coalesce(${rowsRead ?? null}::int, rows_read),
      rows_booked = coalesce(${rowsBooked ?? null}::int, rows_booked)
    where portfolio_id = ${portfolioId} and id = ${importId}
    returning cancel_requested`;
  return { isCancelled: row?.cancelRequested !== false };
}

type Checked = {
  readonly summary: ImportSummary;
  readonly header: readonly string[] | null;
  readonly reading: TapeReading;
};

/** Moves the import to `checked`; returns false if it was cancelled or abandoned before that. */
export async function finishCheck(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { summary, header, reading }: Checked,
): Promise<boolean> {
  const moved = await transaction`
    update imports set state = 'checked', rows_read = ${summary.rows},
      summary = ${transaction.json({ ...summary })}, header = ${header && [...header]},
      reading = ${transaction.json(reading)}
    where portfolio_id = ${portfolioId} and id = ${importId}
      and state = 'checking' and not cancel_requested`;
  return moved.count > 0;
}

export async function beginBooking(
  sql: Queryable,
  { portfolioId, importId }: ImportKey,
  bookedBy: string,
): Promise<boolean> {
  const moved = await sql`
    update imports set state = 'booking', rows_booked = 0, booked_by = ${bookedBy}
    where portfolio_id = ${portfolioId} and id = ${importId} and state = 'checked'`;
  return moved.count > 0;
}

export async function finishBooking(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
  { rowsBooked, bookedAt }: { rowsBooked: number; bookedAt: string },
): Promise<boolean> {
  const moved = await transaction`
    update imports set state = 'booked', rows_booked = ${rowsBooked}, booked_at = ${bookedAt}
    where portfolio_id = ${portfolioId} and id = ${importId}
      and state = 'booking' and not cancel_requested`;
  return moved.count > 0;
}

/**
 * Ends work that failed. Its transaction was rolled back, so only staged rows remain. They are
 * deleted in the transaction that stores the new state, because nothing deletes them later.
 */
export async function endWork(
  database: Database,
  { portfolioId, importId }: ImportKey,
  end: { state: 'cancelled' } | { state: 'failed'; failure: ImportFailure },
): Promise<void> {
  await database.begin(async (transaction) => {
    const failure = end.state === 'failed' ? transaction.json(end.failure) : null;
    await transaction`
      update imports set state = ${end.state}, failure = ${failure}, rows_booked = 0
      where portfolio_id = ${portfolioId} and id = ${importId} and state in ('checking', 'booking')`;
    await deleteStagedRows(transaction, { portfolioId, importId });
  });
}

/** Stops an import: a running one is asked to stop, a checked one is cancelled at once. */
export async function requestCancel(database: Database, key: ImportKey): Promise<void> {
  const { portfolioId, importId } = key;
  await database.begin(async (transaction) => {
    await transaction`
      update imports set cancel_requested = true,
        state = case state when 'checked' then 'cancelled' else state end
      where portfolio_id = ${portfolioId} and id = ${importId}
        and state in ('checking', 'checked', 'booking')`;
    const tape = await findImport(transaction, key);
    if (tape?.state === 'cancelled') await deleteStagedRows(transaction, key);
  });
}

export async function deleteStagedRows(
  transaction: Transaction,
  { portfolioId, importId }: ImportKey,
): Promise<void> {
  await transaction`
    with compared as (
      delete from import_comparisons
      where portfolio_id = ${portfolioId} and import_id = ${importId})
    delete from import_rows where portfolio_id = ${portfolioId} and import_id = ${importId}`;
}

/**
 * Ends imports whose process died: their state is running but no process holds their lock, and
 * their work was rolled back. Also cancels dry runs that were not booked within a day.
 */
export async function endAbandonedImports(
  database: Database,
  { portfolioId, now }: { portfolioId: string; now: Date },
): Promise<void> {
  const failure: ImportFailure = { code: 'import_interrupted' };
  const dayBefore = new Date(now.getTime() - 24 * 60 * 60 * 1000).toISOString();
  await database.begin(async (transaction) => {
    const ended = await transaction<{ id: string }[]>`
      update imports tape set rows_booked = 0,
        state = case state when 'checked' then 'cancelled' else 'failed' end,
        failure = case state when 'checked' then null else ${transaction.json(failure)}::jsonb end
      where portfolio_id = ${portfolioId} and (
        (state in ('checking', 'booking') and not ${isBeingWorkedOn(database, 'tape')})
        or (state = 'checked' and created_at < ${dayBefore})
      )
      returning id`;
    for (const { id } of ended) await deleteStagedRows(transaction, { portfolioId, importId: id });
  });
}
