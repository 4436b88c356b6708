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
type DuesQuery = Viewer & Behind & { readonly isUnpaid: boolean };

/**
 * Lists the instalments behind expected or forecast cash. They are read by due date until the page
 * is full, or loan by loan if the caller holds few loans. The laterals look up rows by key only, so
 * that a plan made without statistics never joins two long lists.
 */
export async function listDues(database: Database, query: DuesQuery) {
  const sql = replicaReads(database);
  const holdsFew = await holdsFewLoans(sql, query.scope);
  const duesOf = holdsFew ? duesByLoan : query.isUnpaid ? unpaidDuesByDay : duesByDay;
  return readPage(sql, query, (portfolioId, parts) =>
    duesOf(sql, query, { portfolioId, ...parts }),
  );
}

function duesByLoan(sql: Queryable, query: DuesQuery, { after, columns }: PageParts): Fragment {
  return sql`
    select ${columns}, loan.reference_number, loan.borrower_id
    from loan_state state ${loanOf(sql, query.currency)}
    cross join lateral (
      select instalment.* from instalments instalment
      where instalment.portfolio_id = state.portfolio_id
        and instalment.loan_id = state.loan_id
      offset 0
    ) instalment
    where ${isHeld(sql, query)} and ${isDue(sql, query)} ${after} and ${isCounted(sql, query)}`;
}

/**
 * Sorts the instalments by day before looking up their loans, so that only those that the page
 * needs are looked up.
 */
function duesByDay(
  sql: Queryable,
  query: DuesQuery,
  { portfolioId, after, columns, ...page }: PageOfPortfolio & { readonly isComing?: Fragment },
): Fragment {
  return sql`
    select ${columns}, loan.reference_number, loan.borrower_id
    from (
      select instalment.* from instalments instalment
      where instalment.portfolio_id = ${portfolioId} and ${isDue(sql, query)} ${after}
        ${page.isComing ? sql`and ${page.isComing}` : sql``}
        ${query.isUnpaid ? sql`and ${openOf(sql)} > 0` : sql``}
      order by instalment.due_on, instalment.number, instalment.loan_id
      offset 0
    ) instalment
    cross join lateral (
      select state.* from loan_state state
      where state.portfolio_id = instalment.portfolio_id
        and state.loan_id = instalment.loan_id and ${isHeld(sql, query)}
      offset 0
    ) state ${loanOf(sql, query.currency)}
    where ${isCounted(sql, query)}`;
}

/**
 * Reads unpaid past dues from the late loans, because most past instalments are paid. Coming dues
 * follow if the late ones do not fill the page.
 */
function unpaidDuesByDay(sql: Queryable, query: DuesQuery, page: PageOfPortfolio): Fragment {
  const { from, to, limit } = query;
  const today = todayOfEach(sql, query);
  const late = lateDues(sql, query, {
    ...page,
    isLate: sql`listed.next_due_on < ${today} and listed.next_due_on <= ${to}`,
    isDue: sql`${isDue(sql, query)} and instalment.due_on < ${today}`,
    from: sql`${from}::date`,
  });
  const coming = duesByDay(sql, query, {
    ...page,
    isComing: sql`instalment.due_on >= ${today} and (select count(*) from late) <= ${limit}`,
  });
  return sql`
    select * from (
      with late as materialized ${firstOf(sql, late, limit)}
      select * from late union all ${firstOf(sql, coming, limit)}
    ) instalment`;
}

const isHeld = (sql: Queryable, { scope, isUnpaid }: DuesQuery): Fragment =>
  sql`${inScope(sql, scope, 'state')}
    and ${isUnpaid ? isActiveIn(sql, 'state') : isBookedIn(sql, 'state')}`;

const isDue = (sql: Queryable, { from, to }: DuesQuery): Fragment =>
  sql`instalment.due_on between ${from} and ${to}`;

const isCounted = (sql: Queryable, { isUnpaid }: DuesQuery): Fragment =>
  isUnpaid
    ? sql`${openOf(sql)} > 0`
    : sql`instalment.due_on > loan.entered_on and instalment.due_on <= loan.gone_on`;

/**
 * Looks up the loan of `state`, with the days between which `expectedDues` expects its instalments.
 */
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

/** Lists the overdue instalments of the loans in an arrears bucket. */
export function listDuesLate(database: Database, query: LateQuery) {
  const sql = replicaReads(database);
  const today = todayOfEach(sql, query);
  return readPage(sql, query, (portfolioId, parts) =>
    lateDues(sql, query, {
      portfolioId,
      ...parts,
      isLate: sql`listed.next_due_on < ${today}
        and ${inBucket(sql, query.bucket, { first: today, last: today })}`,
      isDue: sql`instalment.due_on < ${today}`,
      from: sql`'-infinity'::date`,
    }),
  );
}

type LatePage = PageOfPortfolio & {
  /** The condition on late loans as `loan_list_rows listed`. */
  readonly isLate: Fragment;
  /** The condition on their instalments. */
  readonly isDue: Fragment;
  /** The first due day that `isDue` admits. */
  readonly from: Fragment;
};

/**
 * Selects unpaid instalments of late loans. Each late loan has an unpaid instalment on its
 * `next_due_on`, so as many loans as the page has rows are enough to fill it. Loans are looked up
 * by due date, because the planner cannot know how few due dates match and would read all loans.
 */
function lateDues(
  sql: Queryable,
  { scope, currency, limit }: Pick<LateQuery, 'scope' | 'currency' | 'limit'>,
  { portfolioId, after, columns, dueOn, isLate, ...page }: LatePage,
): Fragment {
  const isListed = sql`listed.portfolio_id = ${portfolioId} and listed.currency = ${currency}
    and ${isLate}`;
  return sql`
    select ${columns}, listed.reference_number, listed.borrower_id
    from (
      select distinct listed.next_due_on from loan_list_rows listed
      where ${isListed} and listed.next_due_on <= coalesce((
        select max(next_due_on) from (
          select listed.next_due_on from loan_list_rows listed
          where ${isListed} and ${inScope(sql, scope, 'listed')}
            and listed.next_due_on >= ${page.from}
            and listed.next_due_on > coalesce(${dueOn}::date, '-infinity')
          order by listed.next_due_on limit ${limit + 1}
        ) first
        having count(*) > ${limit}
      ), 'infinity')
    ) late
    cross join lateral (
      select listed.* from loan_list_rows listed
      where listed.portfolio_id = ${portfolioId} and listed.next_due_on = late.next_due_on
        and listed.currency = ${currency} and ${inScope(sql, scope, 'listed')}
      offset 0
    ) listed
    cross join lateral (
      select instalment.* from instalments instalment
      where instalment.portfolio_id = listed.portfolio_id
        and instalment.loan_id = listed.loan_id
      offset 0
    ) instalment
    where ${page.isDue} and ${openOf(sql)} > 0 ${after}`;
}

type PageParts = {
  /** The condition that an instalment comes after the cursor. */
  readonly after: Fragment;
  readonly columns: Fragment;
  /** The cursor's day. */
  readonly dueOn: string | number | null;
};

type PageOfPortfolio = PageParts & { readonly portfolioId: Fragment };

const firstOf = (sql: Queryable, dues: Fragment, limit: number): Fragment => sql`
  (${dues}
  order by instalment.due_on, instalment.number, instalment.loan_id
  limit ${limit + 1})`;

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
  const firstRows = (portfolioId: Fragment) => firstOf(sql, select(portfolioId, parts), limit);
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
