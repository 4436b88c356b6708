import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListHistoricLoans } from '@bursar/contracts/reporting/analytics';
import type { RolledTo } from '@bursar/contracts/reporting/analytics.values';
import type { ArrearsBucket } from '@bursar/contracts/servicing/loans';
import { allOf, type Fragment } from '../../../platform/conditions.ts';
import { pageOf, readCursor } from '../../../platform/cursor.ts';
import {
  readByValues,
  type Database,
  type Queryable,
  type Transaction,
} from '../../../platform/database.ts';
import { runAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import { inScope, type PortfolioScope, type Viewer } from '../../../platform/scope.ts';
import { inBucket, isActiveIn, isDaysOf } from '../../servicing/loan-account/arrears.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { historyOf } from './book-history.store.ts';
import { portfolioScopes, readMarked } from './stored-history.store.ts';
import { monthEndBefore, monthEndsUpTo } from './month-ends.ts';

type LoansQuery = Viewer & {
  readonly currency: string;
  readonly on: string;
  readonly bucket?: RolledTo | undefined;
  readonly was?: ArrearsBucket | undefined;
  readonly late?: boolean | undefined;
  readonly vintage?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
};

type HistoricLoan = AnswerOf<ListHistoricLoans>['rows'][number];
type Row = Omit<HistoricLoan, 'loanReference'> & {
  readonly id: string;
  readonly referenceNumber: number;
};

/**
 * Lists the loans behind a figure of the history, ordered by reference number. On today and on
 * stored month ends except the oldest, only marked loans are replayed; on other days, all loans
 * are.
 */
export function listStoredHistory(database: Database, query: LoansQuery) {
  return runAtOneMoment(database, (transaction) =>
    readByValues(transaction, async () => {
      const rows: Row[] = [];
      for (const scope of await portfolioScopes(transaction, query.scope)) {
        rows.push(...(await listPortfolio(transaction, scope, query)));
      }
      const sorted = rows.toSorted(
        (one, other) => one.referenceNumber - other.referenceNumber || (one.id < other.id ? -1 : 1),
      );
      const { page, nextCursor } = pageOf(sorted.slice(0, query.limit + 1), {
        limit: query.limit,
        valueOf: (row) => row.referenceNumber,
      });
      return {
        rows: page.map(({ id: _id, referenceNumber, ...row }) => ({
          ...row,
          loanReference: loanReference(referenceNumber),
        })),
        nextCursor,
      };
    }),
  );
}

async function listPortfolio(
  sql: Transaction,
  scope: PortfolioScope,
  query: LoansQuery,
): Promise<readonly Row[]> {
  const { after, limit } = query;
  const stored = await findStored(sql, scope, query);
  const cursor = readCursor(after, 'integer');
  const firstRows = (loan: Fragment) => sql`
    ${
      cursor
        ? sql`(${loan}.reference_number, ${loan}.loan_id) > (${cursor.value}::bigint, ${cursor.id}::uuid)`
        : sql`true`
    }
    order by ${loan}.reference_number, ${loan}.loan_id limit ${limit + 1}`;
  return sql<Row[]>`
    ${pastLoans(sql, { scope, query, stored, firstRows: firstRows(sql`listed`) })}
    select past.loan_id as id, past.loan_id, past.reference_number,
      coalesce(borrower.name, borrower.external_id) as borrower, past.days as days_past_due,
      past.outstanding_minor, past.formerly_minor
    from (select * from past where ${firstRows(sql`past`)}) past
    join borrowers borrower on borrower.portfolio_id = past.portfolio_id
      and borrower.id = past.borrower_id
    order by past.reference_number, past.loan_id`;
}

type Past = {
  readonly scope: PortfolioScope;
  readonly query: LoansQuery;
  readonly stored: Stored | null;
  /** Condition, order and limit that read a page of `listed`. */
  readonly firstRows: Fragment;
};

/**
 * Builds the `with` clause of a statement, with the loans as `past`. Replays marked loans, or all
 * loans if `stored` is null.
 */
function pastLoans(sql: Queryable, { scope, query, stored, firstRows }: Past): Fragment {
  const days = [monthEndBefore(query.on), query.on];
  if (!stored) {
    return sql`${historyOf(sql, { scope, days })}, past as (${replayedLoans(sql, query)})`;
  }
  const source = storedLoans(sql, { scope, query, stored, firstRows });
  if (stored.marked.length === 0) return sql`with past as (${source})`;
  return sql`${historyOf(sql, { scope, days, loanIds: stored.marked })}, past as (
    ${replayedLoans(sql, query)} union all (${source}))`;
}

const replayedLoans = (
  sql: Queryable,
  { on, currency, bucket, was, late, vintage }: LoansQuery,
): Fragment => sql`
  select portfolio_id, loan_id, reference_number, borrower_id, days_past_due as days,
    outstanding_minor, formerly_minor
  from history
  where history."on" = ${on} and history.currency = ${currency}
    and ${bucket ? sql`history.bucket = ${bucket}` : sql`history.bucket <> 'gone'`}
    ${was ? sql`and history.was = ${was}` : sql``}
    ${late ? sql`and history.days_past_due > 30` : sql``}
    ${vintage ? sql`and to_char(history.disbursed_on, 'YYYY-MM') = ${vintage}` : sql``}`;

type Stored = {
  /** Position of the day among the stored month ends; for today, that of the last month end. */
  readonly place: number;
  readonly marked: readonly string[];
};

async function findStored(
  sql: Queryable,
  scope: PortfolioScope,
  { on, businessDate }: LoansQuery,
): Promise<Stored | null> {
  const lastEnd = monthEndBefore(businessDate);
  const marked = await readMarked(sql, { scope, days: [lastEnd, businessDate] });
  if (marked === null) return null;
  const ends = monthEndsUpTo(lastEnd);
  if (on === businessDate) return { place: ends.length, marked };
  // The oldest month end has no stored month end before it from which loans could have rolled.
  const place = ends.indexOf(on) + 1;
  return place > 1 ? { place, marked } : null;
}

type StoredQuery = Past & { readonly stored: Stored };

function storedLoans(
  sql: Queryable,
  { scope, query, stored: { place, marked }, firstRows }: StoredQuery,
): Fragment {
  const { bucket, was, on, businessDate } = query;
  const isToday = on === businessDate;
  const today = sql`${on}::date`;
  const at = (list: Fragment, which: number) => sql`kept.${list}[${which}::int]`;
  const days = isToday
    ? sql`case when ${isActiveIn(sql, 'listed')} then greatest(${on}::date - listed.next_due_on, 0)
        else -1 end`
    : at(sql`days_past_due`, place);
  const before = isToday ? place : place - 1;
  const daysBefore = at(sql`days_past_due`, before);
  const isIn = (fragment: Fragment, name: RolledTo) =>
    name === 'gone' ? sql`${fragment} < 0` : isDaysOf(sql, name, fragment);
  const disbursed = isToday ? sql`listed.disbursed_on` : sql`kept.vintage`;
  // An index finds the loans that were late at the last month end. Only their ids are read until
  // the page is known.
  const isByLateness = !isToday && place === monthEndsUpTo(on).length && isLate(bucket);
  const conditions: readonly [Fragment, ...Fragment[]] = [
    sql`listed.portfolio_id = ${scope.portfolioId} and ${inScope(sql, scope, 'listed')}`,
    sql`${isToday ? sql`listed` : sql`kept`}.currency = ${query.currency}`,
    sql`listed.loan_id <> all(${[...marked]}::uuid[])`,
    bucket ? isIn(days, bucket) : sql`${days} >= 0`,
    ...(bucket === 'gone' ? [sql`${daysBefore} >= 0`] : []),
    ...(was ? [isIn(daysBefore, was)] : []),
    ...(query.late ? [sql`${days} > 30`] : []),
    ...(query.vintage ? [sql`to_char(${disbursed}, 'YYYY-MM') = ${query.vintage}`] : []),
    // The conditions above imply this one, with which an index finds the few late loans.
    ...(isToday && isLate(bucket) ? [inBucket(sql, bucket, { first: today, last: today })] : []),
    ...(isByLateness ? [sql`not kept.is_plain`] : []),
  ];
  const withMonthEnds = sql`loan_list_rows listed
    join loan_month_ends kept
      on kept.portfolio_id = listed.portfolio_id and kept.loan_id = listed.loan_id`;
  const matching = sql`where ${allOf(sql, conditions)}`;
  // Today's bucket follows from `loan_list_rows` alone, so a page of loans is selected before its
  // month ends are read.
  const needsListAlone = isToday && was === undefined && bucket !== 'gone';
  const page = needsListAlone ? sql`loan_list_rows listed` : withMonthEnds;
  const ofPage = sql`(
    select listed.portfolio_id, listed.loan_id from ${page} ${matching} and ${firstRows}
  ) page
  join loan_list_rows listed
    on listed.portfolio_id = page.portfolio_id and listed.loan_id = page.loan_id
  join loan_month_ends kept
    on kept.portfolio_id = listed.portfolio_id and kept.loan_id = listed.loan_id`;
  const isByPage = needsListAlone || isByLateness || isCommon(query);
  return sql`
    select listed.portfolio_id, listed.loan_id, listed.reference_number, listed.borrower_id,
      greatest(${days}, 0) as days, case when ${days} < 0 then 0
        else ${isToday ? sql`listed.outstanding_principal_minor` : at(sql`outstanding_minor`, place)} end
        as outstanding_minor,
      case when ${daysBefore} >= 0 then ${at(sql`outstanding_minor`, before)} end as formerly_minor
    from ${isByPage ? ofPage : sql`${withMonthEnds} ${matching}`}`;
}

/** Returns whether the query includes the loans that were and are current, which are most loans. */
const isCommon = ({ bucket = 'current', was = 'current', late, vintage }: LoansQuery): boolean =>
  bucket === 'current' && was === 'current' && !late && vintage === undefined;

const isLate = (bucket: RolledTo | undefined): bucket is Exclude<ArrearsBucket, 'current'> =>
  bucket !== undefined && bucket !== 'gone' && bucket !== 'current';
