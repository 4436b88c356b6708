import type {
  ListConcentratedLoans,
  ListRatedContacts,
  ListRatedPromises,
} from '@bursar/contracts/reporting/analytics';
import type { concentrationKinds } from '@bursar/contracts/reporting/analytics.values';
import { contactOutcomes } from '@bursar/contracts/choices';
import { outcomeRules } from '@bursar/contracts/collections/contact-outcomes';
import type { AnswerOf, InputOf } from '@bursar/contracts/endpoint';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import {
  inScope,
  ofLoansInScope,
  todayOf,
  type Viewer,
  type Scope,
} from '../../../platform/scope.ts';
import { isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { loanParts } from '../../servicing/loan-lists/loan-parts.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';

type Days = { readonly from: string; readonly to: string };
type Asked = Days & { readonly scope: Scope };

/** SQL: the day of a contact in the time zone of its portfolio. */
const contactDay = (sql: Queryable) =>
  sql`(contact.contacted_at at time zone portfolio.time_zone)::date`;

/**
 * SQL condition: the contact was made on a day from `from` to `to`. The first comparison covers any
 * time zone, so that the index on `contacted_at` can be used.
 */
const around = (sql: Queryable, { from, to }: Days) => sql`
  contact.contacted_at >= ${from}::date - 1 and contact.contacted_at < ${to}::date + 2
  and ${contactDay(sql)} between ${from} and ${to}`;

const reachingOutcomes = contactOutcomes.filter((outcome) => outcomeRules[outcome].reaches);

export function countContactAttempts(sql: Queryable, asked: Asked) {
  return sql<{ start: string; contacts: number; reached: number }[]>`
    select date_trunc('month', ${contactDay(sql)}::timestamp)::date as start,
      count(*) as contacts,
      count(*) filter (where contact.outcome in ${sql(reachingOutcomes)}) as reached
    from contact_attempts contact
    join portfolios portfolio on portfolio.id = contact.portfolio_id
    where ${ofLoansInScope(sql, asked.scope, 'contact')} and ${around(sql, asked)}
    group by 1`;
}

export function countPromises(sql: Queryable, { scope, from, to }: Asked) {
  return sql<
    { start: string; kept: number; partlyKept: number; broken: number; waiting: number }[]
  >`
    select date_trunc('month', promise.promised_on::timestamp)::date as start,
      count(*) filter (where promise.state = 'kept') as kept,
      count(*) filter (where promise.state = 'partly-kept') as partly_kept,
      count(*) filter (where promise.state = 'broken') as broken,
      count(*) filter (where promise.state = 'waiting') as waiting
    from promises promise
    where ${ofLoansInScope(sql, scope, 'promise')}
      and promise.promised_on between ${from} and ${to} and promise.state <> 'replaced'
    group by 1`;
}

type PageQuery = Asked & { readonly after?: string | undefined; readonly limit: number };
type ContactAttempt = AnswerOf<ListRatedContacts>['rows'][number];
type RatedPromise = AnswerOf<ListRatedPromises>['rows'][number];
type Numbered<Row> = Omit<Row, 'loanReference'> & { readonly referenceNumber: number };

export async function listContactsRated(sql: Queryable, query: PageQuery) {
  const { scope, limit } = query;
  const cursor = readCursor(query.after, 'day');
  const rows = await sql<Numbered<ContactAttempt>[]>`
    select contact.id, contact.loan_id, loan.reference_number, contact.outcome,
      coalesce(borrower.name, borrower.external_id) as borrower, ${contactDay(sql)} as "on"
    from contact_attempts contact
    join portfolios portfolio on portfolio.id = contact.portfolio_id
    join loans loan on loan.portfolio_id = contact.portfolio_id and loan.id = contact.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${ofLoansInScope(sql, scope, 'contact')} and ${around(sql, query)}
      ${cursor ? sql`and (${contactDay(sql)}, contact.id) < (${cursor.value}::date, ${cursor.id}::uuid)` : sql``}
    order by 6 desc, contact.id desc
    limit ${limit + 1}`;
  return named(rows, limit);
}

export async function listPromisesRated(sql: Queryable, query: PageQuery) {
  const { scope, from, to, limit } = query;
  const cursor = readCursor(query.after, 'day');
  const rows = await sql<Numbered<RatedPromise>[]>`
    select promise.id, promise.loan_id, loan.reference_number, promise.promised_on as "on",
      promise.currency, promise.amount_minor, promise.state,
      coalesce(borrower.name, borrower.external_id) as borrower
    from promises promise
    join loans loan on loan.portfolio_id = promise.portfolio_id and loan.id = promise.loan_id
    join borrowers borrower
      on borrower.portfolio_id = loan.portfolio_id and borrower.id = loan.borrower_id
    where ${ofLoansInScope(sql, scope, 'promise')}
      and promise.promised_on between ${from} and ${to} and promise.state <> 'replaced'
      ${cursor ? sql`and (promise.promised_on, promise.id) < (${cursor.value}::date, ${cursor.id}::uuid)` : sql``}
    order by promise.promised_on desc, promise.id desc
    limit ${limit + 1}`;
  return named(rows, limit);
}

function named<
  Row extends { readonly id: string; readonly on: string; readonly referenceNumber: number },
>(rows: readonly Row[], limit: number) {
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.on });
  return {
    rows: page.map(({ referenceNumber, ...row }) => ({
      ...row,
      loanReference: loanReference(referenceNumber),
    })),
    nextCursor,
  };
}

type Concentration = {
  readonly currency: string;
  readonly kind: (typeof concentrationKinds)[number];
  readonly id: string | null;
  readonly name: string | null;
  readonly loans: number;
  readonly outstandingMinor: number;
};

export function sumConcentration(sql: Queryable, scope: Scope) {
  return sql<Concentration[]>`
    select listed.currency, 'product' as kind, product.id::text as id, product.name,
      sum(listed.loans)::bigint as loans,
      sum(listed.outstanding_principal_minor)::bigint as outstanding_minor
    from loan_totals listed
    join products product
      on product.portfolio_id = listed.portfolio_id and product.id = listed.product_id
    where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
    group by 1, 3, 4 having sum(listed.loans) <> 0
    union all
    select listed.currency, listed.kind, nullif(listed.part, ''), nullif(listed.part, ''),
      sum(listed.loans)::bigint, sum(listed.amount_minor)::bigint
    from ${loanParts(sql, ['purpose', 'grade'])} listed
    where ${inScope(sql, scope, 'listed')}
    group by 1, 2, 3 having sum(listed.loans) <> 0
    order by outstanding_minor desc, id nulls last`;
}

const partOf = {
  product: (sql: Queryable) => sql`listed.product_id::text`,
  purpose: (sql: Queryable) => sql`nullif(listed.purpose, '')`,
  grade: (sql: Queryable) => sql`listed.grade`,
};

type ConcentratedQuery = InputOf<ListConcentratedLoans>['query'] & { readonly limit: number };
type ConcentratedLoan = AnswerOf<ListConcentratedLoans>['rows'][number];

/**
 * Lists the active loans of one product, purpose or grade, or those of all but the `beyond` largest
 * ones, ordered by reference number.
 */
export async function listConcentrated(
  database: Queryable,
  { currency, kind, part, beyond, after, limit }: ConcentratedQuery,
  viewer: Viewer,
) {
  const sql = replicaReads(database);
  const of = partOf[kind](sql);
  const cursor = readCursor(after, 'integer');
  const counted = sql`${inScope(sql, viewer.scope, 'listed')} and ${isActiveIn(sql, 'listed')}
    and listed.currency = ${currency}`;
  const smaller = sql`exists (
    select from (
      select ${of} as part from loan_list_rows listed where ${counted} group by 1
      order by sum(listed.outstanding_principal_minor) desc, 1 nulls last offset ${beyond ?? 0}
    ) smaller where smaller.part is not distinct from ${of})`;
  const isIn = beyond === undefined ? sql`${of} is not distinct from ${part ?? null}` : smaller;
  const rows = await sql<(Numbered<ConcentratedLoan> & { id: string })[]>`
    select listed.loan_id as id, listed.loan_id, listed.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower,
      greatest(${todayOf(sql, viewer, 'listed')} - listed.next_due_on, 0) as days_past_due,
      listed.outstanding_principal_minor as outstanding_minor
    from loan_list_rows listed
    join borrowers borrower
      on borrower.portfolio_id = listed.portfolio_id and borrower.id = listed.borrower_id
    where ${counted} and ${isIn}
      ${cursor ? sql`and (listed.reference_number, listed.loan_id) > (${cursor.value}::bigint, ${cursor.id}::uuid)` : sql``}
    order by listed.reference_number, listed.loan_id
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => row.referenceNumber });
  return {
    rows: page.map(({ id: _id, referenceNumber, ...row }) => ({
      ...row,
      loanReference: loanReference(referenceNumber),
    })),
    nextCursor,
  };
}
