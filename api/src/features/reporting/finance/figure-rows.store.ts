import type { AnswerOf } from '@bursar/contracts/endpoint';
import type {
  ListAccountLines,
  ListExpectedDues,
  ListReceivedPayments,
  receivedKinds,
} from '@bursar/contracts/reporting/finance';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor, readCursorOf } from '../../../platform/cursor.ts';
import { replicaReads, type Database, type Queryable } from '../../../platform/database.ts';
import { readAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import { inScope, ofLoansInScope, type Viewer, type Scope } from '../../../platform/scope.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import {
  expectedDues,
  lateDues,
  openOf,
  scheduledOf,
  unpaidDues,
  type Days,
} from './finance.store.ts';

type Behind = Days & {
  readonly scope: Scope;
  readonly currency: string;
  readonly after?: string | undefined;
  readonly limit: number;
};

type Numbered<Row> = Omit<Row, 'loanReference'> & { readonly referenceNumber: number };

function named<Row extends { readonly referenceNumber: number }>({ referenceNumber, ...row }: Row) {
  return { ...row, loanReference: loanReference(referenceNumber) };
}

type Payment = AnswerOf<ListReceivedPayments>['rows'][number];
type Kind = (typeof receivedKinds)[number];

/** Lists the payments behind the sums; for income, with the part of each that is income. */
export async function listPaymentsReceived(database: Queryable, query: Behind & { kind: Kind }) {
  const sql = replicaReads(database);
  const { scope, from, to, limit, kind } = query;
  const cursor = readCursor(query.after, 'day');
  const amount = {
    all: sql`(case payment.method when 'credit' then 0 else payment.amount_minor end)`,
    income: sql`(payment.interest_minor + payment.fees_minor + payment.penalties_minor)`,
  }[kind];
  const rows = await sql<Numbered<Payment>[]>`
    select payment.id, payment.loan_id, loan.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, payment.value_date,
      ${amount} as amount_minor
    from effective_payments payment
    join loans loan on loan.portfolio_id = payment.portfolio_id and loan.id = payment.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${inScope(sql, scope, 'payment')} and payment.value_date between ${from} and ${to}
      and payment.currency = ${query.currency} and payment.reversal_id is null and ${amount} > 0
      ${cursor ? sql`and (payment.value_date, payment.id) < (${cursor.value}::date, ${cursor.id}::uuid)` : sql``}
    order by payment.value_date desc, payment.id desc
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.valueDate });
  return { rows: page.map(named), nextCursor };
}

type Due = AnswerOf<ListExpectedDues>['rows'][number];

export function listDues(database: Queryable, query: Behind & { isUnpaid: boolean }) {
  const sql = replicaReads(database);
  return listOf(sql, query.isUnpaid ? unpaidDues(sql, query) : expectedDues(sql, query), query);
}

type LateQuery = Viewer & Pick<Behind, 'currency' | 'after' | 'limit'> & { bucket: ArrearsBucket };

export function listDuesLate(database: Queryable, query: LateQuery) {
  const sql = replicaReads(database);
  return listOf(sql, lateDues(sql, query), query);
}

/** Lists instalments; the SQL must provide the aliases `instalment` and `loan`. */
async function listOf(
  sql: Queryable,
  dues: Fragment,
  { currency, after, limit }: Pick<Behind, 'currency' | 'after' | 'limit'>,
) {
  const cursor = readCursorOf(after, ['day', 'integer']);
  const [dueOn = null, number = null] = cursor?.values ?? [];
  const rows = await sql<Numbered<Due & { id: string }>[]>`
    with due as (
      select instalment.loan_id, instalment.portfolio_id, loan.reference_number, loan.borrower_id,
        instalment.number, instalment.due_on, ${scheduledOf(sql)} as amount_minor,
        ${openOf(sql)} as open_minor, loan.currency
      from ${dues}
    )
    select due.loan_id as id, due.loan_id, due.reference_number, due.number, due.due_on,
      due.amount_minor, due.open_minor, coalesce(borrower.name, borrower.external_id) as borrower
    from due
    join borrowers borrower
      on borrower.portfolio_id = due.portfolio_id and borrower.id = due.borrower_id
    where due.currency = ${currency}
      ${cursor ? sql`and (due.due_on, due.number, due.loan_id) > (${dueOn}::date, ${number}::int, ${cursor.id}::uuid)` : sql``}
    order by due.due_on, due.number, due.loan_id
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => [row.dueOn, row.number] });
  return { rows: page.map(({ id: _id, ...row }) => named(row)), nextCursor };
}

type Line = AnswerOf<ListAccountLines>['rows'][number];

type LinesQuery = Pick<Behind, 'scope' | 'currency' | 'after' | 'limit'> & {
  readonly account: string;
  readonly on: string;
};

/** Returns one row per entry, so that a page never ends within an entry. */
export async function listLinesOfAccount(database: Queryable, query: LinesQuery) {
  const sql = replicaReads(database);
  const { scope, limit, on, account, currency } = query;
  const cursor = readCursor(query.after, 'day');
  const rows = await sql<Numbered<Line>[]>`
    with booked as materialized (
      select entry.portfolio_id, entry.id, entry.loan_id, entry.event, entry.value_date,
        line.debit_minor, line.credit_minor
      from ledger_transactions entry
      cross join lateral (
        select sum(line.debit_minor)::bigint as debit_minor,
          sum(line.credit_minor)::bigint as credit_minor
        from ledger_lines line
        where line.portfolio_id = entry.portfolio_id and line.transaction_id = entry.id
          and line.account = ${account} and line.currency = ${currency}
        having count(*) > 0
      ) line
      where ${ofLoansInScope(sql, scope, 'entry')} and entry.value_date <= ${on}
        ${cursor ? sql`and (entry.value_date, entry.id) < (${cursor.value}::date, ${cursor.id}::uuid)` : sql``}
      order by entry.value_date desc, entry.id desc
      limit ${limit + 1}
    )
    select booked.id, booked.loan_id, loan.reference_number, booked.event, booked.value_date,
      booked.debit_minor, booked.credit_minor,
      coalesce(borrower.name, borrower.external_id) as borrower
    from booked
    join loans loan on loan.portfolio_id = booked.portfolio_id and loan.id = booked.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    order by booked.value_date desc, booked.id desc`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.valueDate });
  return { rows: page.map(named), nextCursor };
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
