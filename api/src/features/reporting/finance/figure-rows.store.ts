import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  ListAccountLines,
  ListReceivedPayments,
  receivedKinds,
} from '@bursar/contracts/reporting/finance';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { replicaReads, type Database, type Queryable } from '../../../platform/database.ts';
import { readAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import {
  holderOf,
  inEachPortfolio,
  inScope,
  ofLoansInScope,
  type Scope,
} from '../../../platform/scope.ts';
import { notReversed } from '../../servicing/loan-account/effective-payments.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { holdsFewLoans, type Days } from './finance.store.ts';

export type Behind = Days & {
  readonly scope: Scope;
  readonly currency: string;
  readonly after?: string | undefined;
  readonly limit: number;
};

export type Numbered<Row> = Omit<Row, 'loanReference'> & { readonly referenceNumber: number };

export function named<Row extends { readonly referenceNumber: number }>({
  referenceNumber,
  ...row
}: Row) {
  return { ...row, loanReference: loanReference(referenceNumber) };
}

type Payment = AnswerOf<ListReceivedPayments>['rows'][number];
type Kind = (typeof receivedKinds)[number];

const incomeOf = (sql: Queryable, alias: 'payment' | 'present'): Fragment => {
  const table = sql(alias);
  return sql`(${table}.interest_minor + ${table}.fees_minor + ${table}.penalties_minor)`;
};

/** Joins `loan` and `borrower`, from which a row gets its loan reference and borrower name. */
function loanAndBorrowerOf(sql: Queryable, alias: 'payment' | 'booked'): Fragment {
  const row = sql(alias);
  return sql`
    join loans loan on loan.portfolio_id = ${row}.portfolio_id and loan.id = ${row}.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id`;
}

/** Lists the payments behind the sums; for income, with the part of each that is income. */
export async function listPaymentsReceived(database: Queryable, query: Behind & { kind: Kind }) {
  const sql = replicaReads(database);
  const { scope, from, to, limit, kind } = query;
  const cursor = readCursor(query.after, 'day');
  // A payment can be reallocated later, so its present income is looked up.
  const isOfKind = {
    all: sql`case payment.method when 'credit' then 0 else payment.amount_minor end > 0`,
    income: sql`(select ${incomeOf(sql, 'present')} from effective_payments present
      where present.portfolio_id = payment.portfolio_id and present.id = payment.id) > 0`,
  }[kind];
  const firstRows = (portfolioId: Fragment) => sql`
    (select payment.portfolio_id, payment.id
    from (
      select payment.portfolio_id, payment.id, payment.value_date, payment.method,
        payment.amount_minor
      from payments payment
      where payment.portfolio_id = ${portfolioId} and ${inScope(sql, scope, 'payment')}
        and payment.value_date between ${from} and ${to} and payment.currency = ${query.currency}
        ${cursor ? sql`and (payment.value_date, payment.id) < (${cursor.value}::date, ${cursor.id}::uuid)` : sql``}
      order by payment.value_date desc, payment.id desc
      -- Sorts a day before anything is looked up, so that look-ups end with the page.
      offset 0
    ) payment
    where ${notReversed(sql)} and ${isOfKind}
    order by payment.value_date desc, payment.id desc
    limit ${limit + 1})`;
  const rows = await sql<Numbered<Payment>[]>`
    with page as materialized (${inEachPortfolio(sql, scope, firstRows)})
    select payment.id, payment.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, payment.value_date,
      ${kind === 'all' ? sql`payment.amount_minor` : incomeOf(sql, 'payment')} as amount_minor
    from page
    join effective_payments payment
      on payment.portfolio_id = page.portfolio_id and payment.id = page.id
    ${loanAndBorrowerOf(sql, 'payment')}
    order by payment.value_date desc, payment.id desc
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.valueDate });
  return { rows: page.map(named), nextCursor };
}

type Line = AnswerOf<ListAccountLines>['rows'][number];

type LinesQuery = Pick<Behind, 'scope' | 'currency' | 'after' | 'limit'> & {
  readonly account: string;
  readonly on: string;
};

/**
 * Returns one row per entry, so that a page never ends within an entry. Entries are read by day
 * until the page is full, or loan by loan if the caller holds few loans.
 */
export async function listLinesOfAccount(database: Queryable, query: LinesQuery) {
  const sql = replicaReads(database);
  const { scope, limit } = query;
  const linesBy = (await holdsFewLoans(sql, scope)) ? linesByLoan : linesByDay;
  const firstRows = (portfolioId: Fragment) => linesBy(sql, query, portfolioId);
  const rows = await sql<Numbered<Line>[]>`
    with booked as materialized (${inEachPortfolio(sql, scope, firstRows)})
    select booked.id, booked.loan_id, loan.reference_number, booked.event, booked.value_date,
      booked.debit_minor, booked.credit_minor,
      coalesce(borrower.name, borrower.external_id) as borrower
    from booked
    ${loanAndBorrowerOf(sql, 'booked')}
    order by booked.value_date desc, booked.id desc
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.valueDate });
  return { rows: page.map(named), nextCursor };
}

function linesByDay(sql: Queryable, query: LinesQuery, portfolioId: Fragment): Fragment {
  const { scope, limit } = query;
  const ofHolder =
    holderOf(scope) === null
      ? sql``
      : sql`
        cross join lateral (
          select from loan_state state
          where state.portfolio_id = entry.portfolio_id and state.loan_id = entry.loan_id
            and ${inScope(sql, scope, 'state')}
          offset 0
        ) held`;
  return sql`
    (select entry.* from (${daysWithLines(sql, query, portfolioId)} order by part.day desc) booked_on
    cross join lateral (
      select ${entryColumns(sql)}
      from ledger_transactions entry ${ofHolder} ${linesOfEntry(sql, query)}
      where entry.portfolio_id = ${portfolioId} and entry.value_date = booked_on.day
        ${afterCursor(sql, query)}
      order by entry.id desc
      limit ${limit + 1}
    ) entry
    order by booked_on.day desc, entry.id desc
    limit ${limit + 1})`;
}

/**
 * Sorts the entries before looking up their lines, so that only the lines of the page are looked
 * up.
 */
function linesByLoan(sql: Queryable, query: LinesQuery, portfolioId: Fragment): Fragment {
  return sql`
    (select ${entryColumns(sql)} from (
      select entry.* from loan_state state
      cross join lateral (
        select entry.* from ledger_transactions entry
        where entry.portfolio_id = state.portfolio_id and entry.loan_id = state.loan_id
        offset 0
      ) entry
      where ${inScope(sql, query.scope, 'state')}
        and entry.value_date = any(array(${daysWithLines(sql, query, portfolioId)}))
        ${afterCursor(sql, query)}
      order by entry.value_date desc, entry.id desc
    ) entry ${linesOfEntry(sql, query)}
    order by entry.value_date desc, entry.id desc
    limit ${query.limit + 1})`;
}

const entryColumns = (sql: Queryable): Fragment => sql`
  entry.portfolio_id, entry.id, entry.loan_id, entry.event, entry.value_date, line.debit_minor,
  line.credit_minor`;

/**
 * Finds the days with lines on the account from the sums by day, because often only a few days have
 * such lines.
 */
function daysWithLines(sql: Queryable, query: LinesQuery, portfolioId: Fragment): Fragment {
  const cursor = readCursor(query.after, 'day');
  return sql`
    select part.day from (
      select portfolio_id, day, account, currency, lines from ledger_days
      union all
      select portfolio_id, day, account, currency, lines from ledger_day_changes
    ) part
    where part.portfolio_id = ${portfolioId} and part.account = ${query.account}
      and part.currency = ${query.currency} and part.day <= ${query.on}
      ${cursor ? sql`and part.day <= ${cursor.value}::date` : sql``}
    group by part.day having sum(part.lines) > 0`;
}

/** Sums the lines of `entry` on the account; omits an entry that has no lines on it. */
const linesOfEntry = (sql: Queryable, { account, currency }: LinesQuery): Fragment => sql`
  cross join lateral (
    select sum(line.debit_minor)::bigint as debit_minor,
      sum(line.credit_minor)::bigint as credit_minor
    from ledger_lines line
    where line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
      and line.account = ${account} and line.currency = ${currency}
    having count(*) > 0
  ) line`;

function afterCursor(sql: Queryable, query: LinesQuery): Fragment {
  const cursor = readCursor(query.after, 'day');
  if (!cursor) return sql``;
  return sql`and (entry.value_date, entry.id) < (${cursor.value}::date, ${cursor.id}::uuid)`;
}

export type JournalLine = {
  readonly id: string;
  readonly valueDate: string;
  readonly postedAt: string;
  readonly event: string;
  readonly referenceNumber: number;
  readonly account: string;
  readonly accountCode: string;
  readonly currency: string;
  readonly debitMinor: number;
  readonly creditMinor: number;
  /** Null if end-of-day posted the entry. */
  readonly postedBy: string | null;
};

/** Reads all journal lines in date order, from one consistent snapshot of the ledger. */
export function readJournal(database: Database, { scope, from, to }: Days & { scope: Scope }) {
  return readAtOneMoment<JournalLine>(
    database,
    (sql) => sql`
      select entry.id, entry.value_date, entry.posted_at, entry.event, loan.reference_number,
        line.account, account.code as account_code, line.currency, line.debit_minor,
        line.credit_minor, person.name as posted_by
      from ledger_transactions entry
      join ledger_lines line
        on line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
      join loans loan on loan.portfolio_id = entry.portfolio_id and loan.id = entry.loan_id
      join ledger_accounts account on account.name = line.account
      left join accounts person on person.id = entry.posted_by
      where ${ofLoansInScope(sql, scope, 'entry')} and entry.value_date between ${from} and ${to}
      order by entry.value_date, entry.id, line.number`,
  );
}
