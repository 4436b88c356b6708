import { ARREARS_SCALE } from '@bursar/loan-maths/buckets';
import type { Fragment } from '../../../platform/conditions.ts';
import { readByValues, type Database, type Queryable } from '../../../platform/database.ts';
import type { Transaction } from '../../../platform/database.ts';
import { runAtOneMoment } from '../../../platform/read-at-one-moment.ts';
import {
  holderOf,
  inScope,
  portfoliosInScope,
  type PortfolioScope,
  type Scope,
} from '../../../platform/scope.ts';
import { bucketCase, isActiveIn } from '../../servicing/loan-account/arrears.ts';
import { countHistory, type HistoryRow } from './book-history.store.ts';
import { monthEndsOf } from './stored-month-ends.store.ts';
import { MONTH_ENDS_STORED } from './month-ends.ts';

/**
 * Maximum number of marked loans; with more, replaying all loans costs no more than replaying the
 * marked ones.
 */
const MOST_MARKED = 20_000;

type Asked = {
  readonly scope: Scope;
  /** Consecutive month ends, and today. */
  readonly days: readonly string[];
};

/**
 * Returns the counts of `countHistory` from stored month ends. Loans that changed since they were
 * stored are replayed; a portfolio is replayed as a whole if its month ends are not stored yet or
 * too many loans changed.
 */
export function countStoredHistory(
  database: Database,
  { scope, days }: Asked,
): Promise<HistoryRow[]> {
  return runAtOneMoment(database, (transaction) =>
    readByValues(transaction, async () => {
      const rows: HistoryRow[] = [];
      for (const own of await portfolioScopes(transaction, scope)) {
        rows.push(...(await countPortfolio(transaction, { scope: own, days })));
      }
      return rows;
    }),
  );
}

export async function portfolioScopes(
  sql: Queryable,
  scope: Scope,
): Promise<readonly PortfolioScope[]> {
  if (scope.role !== 'admin') return [scope];
  const portfolios = await sql<{ id: string }[]>`
    select portfolio.id from portfolios portfolio where ${portfoliosInScope(sql, scope)}`;
  return portfolios.map(({ id }) => {
    return { role: 'user', accountId: scope.accountId, portfolioId: id };
  });
}

type OfPortfolio = { readonly scope: PortfolioScope; readonly days: readonly string[] };

async function countPortfolio(
  sql: Transaction,
  { scope, days }: OfPortfolio,
): Promise<readonly HistoryRow[]> {
  const marked = await readMarked(sql, { scope, days });
  if (marked === null) return countHistory(sql, { scope, days });
  const reassigned = holderOf(scope) === null ? [] : await readReassigned(sql, scope.portfolioId);
  const ends = await countMonthEnds(sql, { scope, days, marked, reassigned });
  const moved = await countMoved(sql, { scope, days, marked, reassigned });
  const current = await countCurrent(sql, { scope, days, marked, reassigned, ends, moved });
  const replayed =
    marked.length > 0 ? await countHistory(sql, { scope, days, loanIds: marked }) : [];
  return [...ends.flatMap((row) => withoutFormer(row, days[0])), ...moved, ...current, ...replayed];
}

/**
 * Removes the previous bucket from a row of the first day, and omits the row if its loans are gone,
 * because the day before it is not part of the answer.
 */
function withoutFormer(row: HistoryRow, first: string | undefined): readonly HistoryRow[] {
  if (row.on !== first) return [row];
  return row.bucket === 'gone' ? [] : [{ ...row, was: null, formerlyMinor: 0 }];
}

/**
 * Returns the loans whose stored figures may be out of date, or null if the days are not stored or
 * too many loans are marked.
 */
export async function readMarked(
  sql: Queryable,
  { scope: { portfolioId }, days }: OfPortfolio,
): Promise<readonly string[] | null> {
  const [books] = await sql<{ storedUntil: string }[]>`
    select stored_until from month_end_books where portfolio_id = ${portfolioId}`;
  if (!books || books.storedUntil !== days.at(-2)) return null;
  return readLoans(sql, sql`month_end_marks where portfolio_id = ${portfolioId} and not is_move`);
}

/**
 * Returns the loans whose figures are stored for a former holder, or null if there are too many.
 */
const readReassigned = (sql: Queryable, portfolioId: string) =>
  readLoans(sql, sql`month_end_marks where portfolio_id = ${portfolioId} and is_move`);

async function readLoans(sql: Queryable, marks: Fragment): Promise<readonly string[] | null> {
  const loans = await sql<{ loanId: string }[]>`
    select loan_id from ${marks} group by 1 limit ${MOST_MARKED + 1}`;
  return loans.length > MOST_MARKED ? null : loans.map(({ loanId }) => loanId);
}

type Unmarked = OfPortfolio & {
  readonly marked: readonly string[];
  /** The loans whose figures are stored for a former holder; null if there are too many. */
  readonly reassigned: readonly string[] | null;
};

/** Adds up the stored sums of a portfolio, a team or an agent without its marked loans. */
function countMonthEnds(sql: Queryable, unmarked: Unmarked) {
  const { scope, days } = unmarked;
  const holderId = holderOf(scope);
  const parts =
    holderId === null
      ? sumsOfPortfolio(sql, unmarked)
      : sumsOfHolder(sql, { ...unmarked, holderId });
  return sql<HistoryRow[]>`
    select currency, "on", bucket, was, vintage, sum(loans)::bigint as loans,
      sum(outstanding_minor)::bigint as outstanding_minor,
      sum(formerly_minor)::bigint as formerly_minor
    from (${parts}) part
    where "on" = any(${days.slice(0, -1)}::date[])
    group by 1, 2, 3, 4, 5 having sum(loans) <> 0`;
}

const figures = (sql: Queryable): Fragment =>
  sql`currency, "on", bucket, was, vintage, loans, outstanding_minor, formerly_minor`;

/** Selects the stored figures of single loans, to add them to sums or to subtract them. */
const figuresOf = (sql: Queryable, source: Fragment, times: 1 | -1 = 1): Fragment => sql`
  select currency, "on", bucket, was, vintage, ${times}::int as loans,
    ${times}::int * outstanding_minor, ${times}::int * formerly_minor
  from (${monthEndsOf(sql, source)}) part`;

function sumsOfPortfolio(sql: Queryable, { scope: { portfolioId }, marked }: Unmarked): Fragment {
  const outdated = sql`loan_month_ends kept
    where kept.portfolio_id = ${portfolioId} and ${isIn(sql, marked)}`;
  return sql`
    select ${figures(sql)} from month_end_sums where portfolio_id = ${portfolioId}
    union all ${figuresOf(sql, outdated, -1)}`;
}

type Held = Unmarked & { readonly holderId: string };

/**
 * Selects the sums stored for a team or an agent, less the figures of marked loans and of loans
 * that left it, plus those of loans that it received. After too many moves, selects the figures of
 * each loan that it holds instead.
 */
function sumsOfHolder(sql: Queryable, { scope, holderId, marked, reassigned }: Held): Fragment {
  const present = sql`loan_state state
    join loan_month_ends kept on kept.portfolio_id = state.portfolio_id
      and kept.loan_id = state.loan_id
    where ${inScope(sql, scope, 'state')} and not (${isIn(sql, marked)})`;
  if (reassigned === null) return figuresOf(sql, present);
  const outdated = sql`loan_month_ends kept
    where kept.portfolio_id = ${scope.portfolioId} and ${isIn(sql, [...marked, ...reassigned])}
      and ${holderId} in (kept.team_id, kept.agent_id)`;
  return sql`
    select ${figures(sql)} from held_month_end_sums
    where portfolio_id = ${scope.portfolioId} and holder_id = ${holderId}
    union all ${figuresOf(sql, outdated, -1)}
    union all ${figuresOf(sql, sql`${present} and ${isIn(sql, reassigned)}`)}`;
}

const isIn = (sql: Queryable, loanIds: readonly string[]): Fragment =>
  sql`kept.loan_id = any(${[...loanIds]}::uuid[])`;

/**
 * Counts the loans that are late today, and those that were paid off or written off since the last
 * month end.
 */
function countMoved(sql: Queryable, asked: Unmarked) {
  const former = sql`kept.days_past_due[${MONTH_ENDS_STORED}::int] as days_before,
    kept.outstanding_minor[${MONTH_ENDS_STORED}::int] as formerly_minor`;
  return sql<HistoryRow[]>`
    with late as materialized (${lateLoans(sql, asked)}), moved as (
      select kept.currency, ${bucketCase(sql, sql`late.days`)} as bucket,
        case when late.days > 30 then kept.vintage end as vintage, kept.days_before,
        kept.formerly_minor, late.outstanding_principal_minor as outstanding_minor
      from late
      cross join lateral (
        select kept.currency, kept.vintage, ${former} from loan_month_ends kept
        where kept.portfolio_id = late.portfolio_id and kept.loan_id = late.loan_id
        -- Late loans are few, and reading all rows takes longer than looking them up.
        offset 0
      ) kept
      union all
      select kept.currency, 'gone', null::date, ${former}, 0 from ${leftLoans(sql, asked)}
    )
    select currency, ${asked.days.at(-1) ?? ''}::date as "on", bucket,
      case when days_before >= 0 then ${bucketCase(sql, sql`days_before`)} end as was, vintage,
      count(*) as loans, sum(outstanding_minor)::bigint as outstanding_minor,
      coalesce(sum(formerly_minor) filter (where days_before >= 0), 0)::bigint as formerly_minor
    from moved
    where bucket <> 'gone' or days_before >= 0
    group by 1, 2, 3, 4, 5`;
}

/** Selects the late loans from an index, in the order in which their month ends are looked up. */
function lateLoans(sql: Queryable, { scope, days, marked }: Unmarked): Fragment {
  const today = sql`${days.at(-1) ?? ''}::date`;
  return sql`
    select listed.portfolio_id, listed.loan_id, listed.outstanding_principal_minor,
      ${today} - listed.next_due_on as days
    from loan_list_rows listed
    where ${inScope(sql, scope, 'listed')} and listed.next_due_on < ${today}
      and listed.loan_id <> all(${[...marked]}::uuid[])
    order by listed.loan_id`;
}

/** Selects, as `kept`, the loans that were active at the last month end and are not active now. */
function leftLoans(sql: Queryable, { scope, marked, reassigned }: Unmarked): Fragment {
  const holderId = holderOf(scope);
  const isHeldNow = sql`exists (
    select from loan_state state
    where state.portfolio_id = kept.portfolio_id and state.loan_id = kept.loan_id
      and ${inScope(sql, scope, 'state')})`;
  const isHeld = reassigned
    ? sql`case when ${isIn(sql, reassigned)} then ${isHeldNow}
        else ${holderId} in (kept.team_id, kept.agent_id) end`
    : isHeldNow;
  return sql`(
    select kept.* from loan_month_ends kept
    where kept.portfolio_id = ${scope.portfolioId} and not kept.is_plain and not kept.is_active
      and not (${isIn(sql, marked)}) ${holderId === null ? sql`` : sql`and ${isHeld}`}
  ) kept`;
}

type Counted = Unmarked & {
  readonly ends: readonly HistoryRow[];
  readonly moved: readonly HistoryRow[];
};

/**
 * Counts the loans that are current today: those from each bucket of the last month end that are
 * neither late nor gone, and new loans. The row of new loans has the outstanding principal of all
 * current loans, because no stored figure splits it.
 */
async function countCurrent(
  sql: Queryable,
  { scope, days, marked, ends, moved }: Counted,
): Promise<readonly HistoryRow[]> {
  const active = await sql<{ currency: string; loans: number; outstandingMinor: number }[]>`
    select currency, sum(loans)::bigint as loans, sum(minor)::bigint as outstanding_minor
    from (
      select listed.currency, listed.loans, listed.outstanding_principal_minor as minor
      from loan_totals listed
      where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
      union all
      select listed.currency, -1, -listed.outstanding_principal_minor
      from loan_list_rows listed
      where ${inScope(sql, scope, 'listed')} and ${isActiveIn(sql, 'listed')}
        and listed.loan_id = any(${[...marked]}::uuid[])
    ) part
    group by 1`;
  const [lastEnd = '', on = ''] = days.slice(-2);
  const atLastEnd = ends.filter((row) => row.on === lastEnd && row.bucket !== 'gone');
  const currencies = new Set([...active, ...atLastEnd].map(({ currency }) => currency));
  return [...currencies].flatMap((currency) => {
    const isOwn = (row: HistoryRow) => row.currency === currency;
    const former = atLastEnd.filter(isOwn);
    const others = moved.filter(isOwn);
    const late = others.filter(({ bucket }) => bucket !== 'gone');
    const row = { currency, on, bucket: 'current', vintage: null } as const;
    const stayed = ARREARS_SCALE.map((was) => {
      const [before, after] = [
        former.filter(({ bucket }) => bucket === was),
        others.filter((other) => other.was === was),
      ];
      return {
        ...row,
        was,
        loans: sumOf(before, 'loans') - sumOf(after, 'loans'),
        outstandingMinor: 0,
        formerlyMinor: sumOf(before, 'outstandingMinor') - sumOf(after, 'formerlyMinor'),
      };
    });
    const all = active.find((sums) => sums.currency === currency);
    const added = {
      ...row,
      was: null,
      loans: (all?.loans ?? 0) - sumOf(late, 'loans') - sumOf(stayed, 'loans'),
      outstandingMinor: (all?.outstandingMinor ?? 0) - sumOf(late, 'outstandingMinor'),
      formerlyMinor: 0,
    };
    return [...stayed, added].filter((one) => one.loans !== 0 || one.outstandingMinor !== 0);
  });
}

const sumOf = (
  rows: readonly HistoryRow[],
  figure: 'loans' | 'outstandingMinor' | 'formerlyMinor',
): number => rows.reduce((sum, row) => sum + row[figure], 0);
