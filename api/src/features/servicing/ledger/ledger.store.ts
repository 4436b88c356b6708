import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import type { ReadTrialBalance } from '@bursar/contracts/reporting/finance';
import type { ListLoanLedger } from '@bursar/contracts/servicing/loans';
import { copyRows, type CopyColumns } from '../../../platform/copy-rows.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import type { LedgerEntry, LedgerEvent, LedgerLine } from './ledger-entry.ts';

type Posting = {
  readonly portfolioId: string;
  /** Null if the system posted the entry, for example for an automatic penalty. */
  readonly postedBy: string | null;
  readonly postedAt: string;
};

/** A ledger entry of one loan, in the loan's currency. */
export type LoanEntry = LedgerEntry & { readonly loanId: string; readonly currency: string };

/**
 * Builds the last part of a statement's `with`, which books entries, so that a money event is a
 * single statement: docs/decisions/0004. Entries that move nothing are not booked.
 */
export function bookEntries(
  sql: Queryable,
  { portfolioId, postedBy, postedAt }: Posting,
  entries: readonly LoanEntry[],
): Fragment {
  const heads = entries
    .filter(({ lines }) => lines.length > 0)
    .map(({ id, loanId: loan, event, sourceId: source, valueDate: day }) => {
      return { id, loan, event, source, day };
    });
  const lines = entries.flatMap(({ id: entry, currency, lines: ofEntry }) =>
    ofEntry.map(({ number, account, debitMinor: debit, creditMinor: credit }) => {
      return { entry, number, account, currency, debit, credit };
    }),
  );
  return sql`
    booked as (
      insert into ledger_transactions
        (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
      select ${portfolioId}, id, loan, event, source, day, ${postedBy}, ${postedAt}
      from jsonb_to_recordset(${sql.json(heads)}) as head(
        id uuid, loan uuid, event text, source uuid, day date)
    ), booked_lines as (
      insert into ledger_lines
        (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
      select ${portfolioId}, entry, number, account, currency, debit, credit
      from jsonb_to_recordset(${sql.json(lines)}) as line(
        entry uuid, number smallint, account text, currency text, debit bigint, credit bigint)
    )`;
}

export type BulkEntry = Posting & LoanEntry;
type BulkLine = { readonly entry: BulkEntry; readonly line: LedgerLine };

const entryColumns: CopyColumns<BulkEntry> = {
  portfolio_id: ({ portfolioId }) => portfolioId,
  id: ({ id }) => id,
  loan_id: ({ loanId }) => loanId,
  event: ({ event }) => event,
  source_id: ({ sourceId }) => sourceId,
  value_date: ({ valueDate }) => valueDate,
  posted_by: ({ postedBy }) => postedBy,
  posted_at: ({ postedAt }) => postedAt,
};

const lineColumns: CopyColumns<BulkLine> = {
  portfolio_id: ({ entry }) => entry.portfolioId,
  transaction_id: ({ entry }) => entry.id,
  number: ({ line }) => line.number,
  account: ({ line }) => line.account,
  currency: ({ entry }) => entry.currency,
  debit_minor: ({ line }) => line.debitMinor,
  credit_minor: ({ line }) => line.creditMinor,
};

/**
 * Books entries of many loans by COPY. Set `areInTurn` to false if a loan's entries are not in the
 * order in which they happened; then only their timestamps give the order.
 */
export async function copyEntries(
  transaction: Transaction,
  entries: readonly BulkEntry[],
  { areInTurn = true }: { areInTurn?: boolean } = {},
): Promise<void> {
  const columns = areInTurn ? entryColumns : { ...entryColumns, number: () => 0 };
  await copyRows(transaction, { table: 'ledger_transactions', columns }, entries);
  const lines = eachLineOf(entries);
  await copyRows(transaction, { table: 'ledger_lines', columns: lineColumns }, lines);
}

function* eachLineOf(entries: readonly BulkEntry[]): Iterable<BulkLine> {
  for (const entry of entries) {
    for (const line of entry.lines) yield { entry, line };
  }
}

type Opposing = Posting & {
  /** Source of the entries that get an opposite entry; it is also the source of the new entries. */
  readonly sourceId: string;
  readonly loans: Fragment;
  readonly event: LedgerEvent;
};

/**
 * Books the opposite of each entry of `loans` with the source `sourceId`, on the same value date,
 * because ledger entries are never deleted.
 */
export async function bookOpposites(
  transaction: Transaction,
  { portfolioId, sourceId, loans, event, postedBy, postedAt }: Opposing,
): Promise<void> {
  await transaction`
    with opposite as materialized (
      select booked.id as booked_id, gen_random_uuid() as id, booked.loan_id,
        booked.value_date
      from ledger_transactions booked
      where booked.portfolio_id = ${portfolioId} and booked.loan_id in (${loans})
        and booked.source_id = ${sourceId}
    ),
    head as (
      insert into ledger_transactions
        (portfolio_id, id, loan_id, event, source_id, value_date, posted_by, posted_at)
      select ${portfolioId}, id, loan_id, ${event}, ${sourceId}, value_date, ${postedBy},
        ${postedAt}
      from opposite
    )
    insert into ledger_lines
      (portfolio_id, transaction_id, number, account, currency, debit_minor, credit_minor)
    select line.portfolio_id, opposite.id, line.number, line.account, line.currency,
      line.credit_minor, line.debit_minor
    from opposite
    join ledger_lines line
      on line.portfolio_id = ${portfolioId} and line.transaction_id = opposite.booked_id`;
}

type Account = Pick<
  AnswerOf<ReadTrialBalance>['books'][number]['accounts'][number],
  'account' | 'code' | 'kind' | 'normalSide'
>;

export function listAccounts(sql: Queryable) {
  return sql<Account[]>`
    select name as account, code, kind, normal_side from ledger_accounts order by code`;
}

type Ledger = AnswerOf<ListLoanLedger>['transactions'];

export async function listLedgerOfLoan(
  sql: Queryable,
  { portfolioId, loanId, after, limit }: AskedLedger,
): Promise<Pick<AnswerOf<ListLoanLedger>, 'transactions' | 'nextCursor'>> {
  const cursor = readCursorOf(after, ['integer', 'instant']);
  const [number = 0, postedAt = ''] = cursor?.values ?? [];
  const rows = await sql<(Ledger[number] & { number: number })[]>`
    select entry.id, entry.number, entry.event, entry.value_date, entry.posted_at,
      account.name as posted_by, (
        select jsonb_agg(jsonb_build_object('account', line.account,
          'debitMinor', line.debit_minor, 'creditMinor', line.credit_minor) order by line.number)
        from ledger_lines line
        where line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
      ) as lines
    from ledger_transactions entry
    left join accounts account on account.id = entry.posted_by
    where entry.portfolio_id = ${portfolioId} and entry.loan_id = ${loanId}
      ${cursor ? sql`and (entry.number, entry.posted_at, entry.id) < (${number}, ${postedAt}::timestamptz, ${cursor.id}::uuid)` : sql``}
    order by entry.number desc, entry.posted_at desc, entry.id desc limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, {
    limit,
    valueOf: (row) => [row.number, row.postedAt],
  });
  const transactions = page.map(({ id, event, valueDate, postedBy, lines, ...entry }) => {
    return { id, event, valueDate, postedAt: entry.postedAt, postedBy, lines };
  });
  return { transactions, nextCursor };
}

type AskedLedger = InputOf<ListLoanLedger>['query'] & {
  readonly portfolioId: string;
  readonly loanId: string;
  readonly limit: number;
};
