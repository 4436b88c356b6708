import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListExpectedDues } from '@bursar/contracts/reporting/finance';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import type { Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursorOf } from '../../../platform/cursor.ts';
import { replicaReads, type Database, type Queryable } from '../../../platform/database.ts';
import { inEachPortfolio, inScope, todayOfEach, type Viewer } from '../../../platform/scope.ts';
import { inBucket, isActiveIn, isBookedIn } from '../../servicing/loan-account/arrears.ts';
import { named, type Behind, type Numbered } from './figure-rows.store.ts';
import { holdsFewLoans, openOf, scheduledOf } from './finance.store.ts';

type Due = AnswerOf<ListExpectedDues>['rows'][number];
type DuesQuery = Behind & { readonly isUnpaid: boolean };

/**
 * Lists the instalments behind expected or forecast cash. They are read by due date, only as far as
 * the page, or loan by loan if the caller holds few. Laterals look up by the key alone, so that a plan
 * without statistics never compares two lists.
 */
export async function listDues(database: Database, query: DuesQuery) {
  const sql = replicaReads(database);
  const { scope, isUnpaid } = query;
  const isHeld = sql`${inScope(sql, scope, 'state')}
    and ${isUnpaid ? isActiveIn(sql, 'state') : isBookedIn(sql, 'state')}`;
  const loan = loanOf(sql, query.currency);
  const counts = isUnpaid
    ? sql`${openOf(sql)} > 0`
    : sql`instalment.due_on > loan.entered_on and instalment.due_on <= loan.gone_on`;
  const holdsFew = await holdsFewLoans(sql, scope);
  return readPage(sql, query, (portfolioId, { after, columns }) => {
    const isDue = sql`instalment.due_on between ${query.from} and ${query.to} ${after}`;
    const dues = holdsFew
      ? sql`
        loan_state state ${loan}
        cross join lateral (
          select instalment.* from instalments instalment
          where instalment.portfolio_id = state.portfolio_id
            and instalment.loan_id = state.loan_id
          offset 0
        ) instalment
        where ${isHeld} and ${isDue}`
      : sql`
        instalments instalment
        cross join lateral (
          select state.* from loan_state state
          where state.portfolio_id = instalment.portfolio_id
            and state.loan_id = instalment.loan_id and ${isHeld}
          offset 0
        ) state ${loan}
        where instalment.portfolio_id = ${portfolioId} and ${isDue}`;
    return sql`select ${columns}, loan.reference_number, loan.borrower_id from ${dues} and ${counts}`;
  });
}

/** Looks up the loan of `state` with the days of `expectedDues`. */
const loanOf = (sql: Queryable, currency: string): Fragment => sql`
  cross join lateral (
    select loan.reference_number, loan.borrower_id,
      coalesce(tape.cut_off_on, (tape.booked_at at time zone portfolio.time_zone)::date,
        loan.disbursed_on) as entered_on,
      case state.status when 'closed' then state.last_payment_on
        when 'written_off' then (
          select max(loss.value_date) from loan_write_offs loss
          where loss.portfolio_id = state.portfolio_id and loss.loan_id = state.loan_id
            and loss.event = 'write-off-loan'
        ) else 'infinity'::date end as gone_on
    from loans loan
    join portfolios portfolio on portfolio.id = loan.portfolio_id
    left join imports tape on tape.portfolio_id = loan.portfolio_id and tape.id = loan.import_id
    where loan.portfolio_id = state.portfolio_id and loan.id = state.loan_id
      and loan.currency = ${currency}
    offset 0
  ) loan`;

type LateQuery = Viewer & Pick<Behind, 'currency' | 'after' | 'limit'> & { bucket: ArrearsBucket };

/** Lists the overdue instalments of the loans in an arrears bucket, which an index finds by due date. */
export function listDuesLate(database: Database, query: LateQuery) {
  const sql = replicaReads(database);
  const { currency, limit, bucket } = query;
  const today = todayOfEach(sql, query);
  return readPage(sql, query, (portfolioId, { after, columns, dueOn }) => {
    const late = sql`
      listed.portfolio_id = ${portfolioId} and ${inScope(sql, query.scope, 'listed')}
      and listed.currency = ${currency} and listed.next_due_on < ${today}
      and ${inBucket(sql, bucket, { first: today, last: today })}`;
    // Each late loan has an instalment on its day, so a page ends by the day of as many loans.
    return sql`
      select ${columns}, listed.reference_number, listed.borrower_id
      from loan_list_rows listed
      cross join lateral (
        select instalment.* from instalments instalment
        where instalment.portfolio_id = listed.portfolio_id
          and instalment.loan_id = listed.loan_id
        offset 0
      ) instalment
      where ${late} and instalment.due_on < ${today} and ${openOf(sql)} > 0 ${after}
        and listed.next_due_on <= coalesce((
        select max(next_due_on) from (
          select listed.next_due_on from loan_list_rows listed
          where ${late} and listed.next_due_on > coalesce(${dueOn}::date, '-infinity')
          order by listed.next_due_on limit ${limit + 1}
        ) first
        having count(*) > ${limit}
      ), 'infinity')`;
  });
}

type PageParts = {
  /** The condition that an instalment comes after the cursor. */
  readonly after: Fragment;
  readonly columns: Fragment;
  /** The cursor's day. */
  readonly dueOn: string | number | null;
};

/** Reads a page by due date. `select` provides the alias `instalment`. */
async function readPage(
  sql: Queryable,
  { scope, after, limit }: Pick<Behind, 'scope' | 'after' | 'limit'>,
  select: (portfolioId: Fragment, parts: PageParts) => Fragment,
) {
  const cursor = readCursorOf(after, ['day', 'integer']);
  const [dueOn = null, number = null] = cursor?.values ?? [];
  const parts = {
    dueOn,
    after: cursor
      ? sql`and (instalment.due_on, instalment.number, instalment.loan_id)
          > (${dueOn}::date, ${number}::int, ${cursor.id}::uuid)`
      : sql``,
    columns: sql`
      instalment.portfolio_id, instalment.loan_id, instalment.number, instalment.due_on, ${scheduledOf(sql)} as amount_minor,
      ${openOf(sql)} as open_minor`,
  };
  const firstRows = (portfolioId: Fragment) => sql`
    (${select(portfolioId, parts)}
    order by instalment.due_on, instalment.number, instalment.loan_id
    limit ${limit + 1})`;
  const rows = await sql<Numbered<Due & { id: string }>[]>`
    with due as materialized (${inEachPortfolio(sql, scope, firstRows)})
    select due.loan_id as id, due.loan_id, due.reference_number, due.number, due.due_on,
      due.amount_minor, due.open_minor, coalesce(borrower.name, borrower.external_id) as borrower
    from due
    join borrowers borrower
      on borrower.portfolio_id = due.portfolio_id and borrower.id = due.borrower_id
    order by due.due_on, due.number, due.loan_id
    limit ${limit + 1}`;
  const { page, nextCursor } = pageOf(rows, { limit, valueOf: (row) => [row.dueOn, row.number] });
  return { rows: page.map(({ id: _id, ...row }) => named(row)), nextCursor };
}
