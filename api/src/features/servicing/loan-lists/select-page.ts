import { isActiveIn } from '../loan-account/arrears.ts';
import { columnOf, mapSorts } from '@bursar/contracts/fact-kinds';
import { loanFacts } from '@bursar/contracts/facts';
import type { LoanSort } from '@bursar/contracts/servicing/loan-sorts';
import { readCursor } from '../../../platform/cursor.ts';
import type { Fragment } from '../../../platform/conditions.ts';
import type { Queryable } from '../../../platform/database.ts';
import { inEachPortfolio, todayOf, todayOfEach, type Viewer } from '../../../platform/scope.ts';
import { duesOn } from './dues.store.ts';
import { isOfHolders, matchesFilter, type PickedLoans } from './loan-filter.ts';

export type LoanPageQuery = PickedLoans & {
  readonly sort: LoanSort;
  readonly direction: 'asc' | 'desc';
  readonly after?: string | undefined;
  readonly limit: number;
};

type PageAsked = Viewer & {
  readonly query: LoanPageQuery;
};

/** Rows read in sort order before the filter is treated as rare. */
const AHEAD = 2000;

/**
 * Selects the loans of a page and one more, each with its `sort_value`. A common filter fills the
 * page from the first rows of the sort's index. A rare filter would read the whole index, so if
 * these first rows do not fill the page, a scan selects it instead.
 */
export function selectPage(sql: Queryable, { query, ...viewer }: PageAsked) {
  const today = todayOf(sql, viewer, 'listed');
  const key = sortKey(sql, sortColumns[query.sort], today);
  const ascending = (query.direction === 'asc') === key.ascends;
  const direction = ascending ? sql`asc` : sql`desc`;
  const cursor = readCursor(query.after, key.kind);
  const beyond = ascending ? sql`>` : sql`<`;
  const limit = query.limit + 1;
  // An index walk stops at the page's end, so it reads whole rows. A sort reads keys only.
  const isWalk = isOfHolders(query) && query.status === undefined && !key.stored;
  const taken = isWalk ? sql`listed.*` : sql`listed.portfolio_id, listed.loan_id`;
  const inOrder = (
    place: Fragment,
    { condition, most }: { condition: Fragment; most: number },
  ) => sql`
    where ${condition}
      ${cursor ? sql`and (${place}, listed.loan_id) ${beyond} (${key.cast(cursor.value)}, ${cursor.id}::uuid)` : sql``}
    order by ${place} ${direction}, listed.loan_id ${direction} limit ${count(sql, most)}`;

  const pageBy = (portfolioId: Fragment, { value, unindexed }: SortValue) => {
    const keys = sql`select ${taken}, ${value} as sort_value`;
    const ofPortfolio = sql`listed.portfolio_id = ${portfolioId}`;
    const condition = sql`${ofPortfolio} and ${matchesFilter(sql, { ...viewer, filter: query })}`;
    const walk = sql`${keys} from loan_list_rows listed ${inOrder(value, { condition, most: limit })}`;
    if (isOfHolders(query) && query.status === undefined) return walk;
    const scan = (unless = sql``) =>
      sql`${keys} from loan_list_rows listed
        ${inOrder(unindexed, { condition: sql`${condition} ${unless}`, most: limit })}`;
    // The holder's index finds an agent's loans, and the primary key finds picked ones.
    if (viewer.scope.role === 'agent' || query.agentId || query.loanIds) return scan();
    const first = inOrder(value, { condition: ofPortfolio, most: AHEAD });
    const ahead = sql`
      ${keys} from (select * from loan_list_rows listed ${first}) listed
      ${inOrder(value, { condition, most: limit })}`;
    return aheadOrElse(sql, { ahead, limit, scan: scan(sql`and not (select yes from filled)`) });
  };

  const pageOf = (portfolioId: Fragment) =>
    key.stored
      ? cachedOr(sql, {
          outdated: isOutdated(sql, viewer, portfolioId),
          stored: pageBy(portfolioId, key.stored),
          calculated: pageBy(portfolioId, key),
        })
      : pageBy(portfolioId, key);
  const firstRows = inEachPortfolio(sql, viewer.scope, pageOf);
  const found = sql`
    select * from (${firstRows}) found
    order by sort_value ${direction}, loan_id ${direction} limit ${count(sql, limit)}`;
  const page = isWalk
    ? found
    : sql`
    with found as materialized (${found})
    select listed.*, found.sort_value from found
    join loan_list_rows listed
      on listed.portfolio_id = found.portfolio_id and listed.loan_id = found.loan_id`;
  return { page, direction };
}

/**
 * Returns a number of rows as a literal, not a parameter, because the planner must know it even in
 * a generic plan.
 */
function count(sql: Queryable, rows: number): Fragment {
  return sql.unsafe(String(Math.trunc(rows)));
}

/**
 * Runs `scan` only if `ahead` does not fill the page: PostgreSQL skips the half whose one-time
 * condition is false.
 */
function aheadOrElse(
  sql: Queryable,
  { ahead, scan, limit }: { ahead: Fragment; scan: Fragment; limit: number },
) {
  return sql`
    with ahead as materialized (${ahead}),
      filled as materialized (select count(*) = ${limit} as yes from ahead)
    select * from ahead where (select yes from filled)
    union all
    (${scan})`;
}

/** Sorts by stored figures if all of them are valid today, else by calculated ones. */
function cachedOr(
  sql: Queryable,
  { outdated, stored, calculated }: { outdated: Fragment; stored: Fragment; calculated: Fragment },
) {
  return sql`
    with outdated as materialized (select ${outdated} as yes)
    select * from (${stored}) stored where not (select yes from outdated)
    union all
    select * from (${calculated}) calculated where (select yes from outdated)`;
}

/**
 * Checks in SQL whether any stored amount due of the portfolio is not valid today. PostgreSQL may
 * not know the day when it plans, and then expects a third of the rows to match. Reading the first
 * row of an order makes it use the index of the day.
 */
function isOutdated(sql: Queryable, viewer: Viewer, portfolioId: Fragment): Fragment {
  const today = todayOfEach(sql, viewer);
  const ofPortfolio = sql`${isActiveIn(sql, 'listed')} and listed.portfolio_id = ${portfolioId}`;
  return sql`
    (coalesce((select true from loan_list_rows listed
        where ${ofPortfolio} and listed.dues_hold_until < ${today}
        order by listed.dues_hold_until limit 1), false)
      or coalesce((select true from loan_list_rows listed
        where ${ofPortfolio} and listed.dues_counted_on > ${today}
        order by listed.dues_counted_on desc limit 1), false))`;
}

type SortValue = { readonly value: Fragment; readonly unindexed: Fragment };

type SortColumn = {
  readonly column: string;
  readonly kind: keyof typeof casts;
  readonly ascends: boolean;
  /**
   * The amount due to sort by. An index covers its stored values only; calculated ones need a scan.
   */
  readonly dues?: 'due_minor' | 'arrears_minor';
};

const casts = { integer: 'bigint', text: 'text', decimal: 'numeric', day: 'date' } as const;
const kindOf = {
  text: 'text',
  count: 'integer',
  money: 'integer',
  rate: 'decimal',
  day: 'day',
} as const;

const up = (column: string, kind: SortColumn['kind']): SortColumn => ({
  column,
  kind,
  ascends: true,
});
const duesUp = (dues: NonNullable<SortColumn['dues']>) => ({ ...up(dues, 'integer'), dues });

const sortColumns: Readonly<Record<LoanSort, SortColumn>> = {
  ...mapSorts(loanFacts, (key, kind) => up(columnOf(key), kindOf[kind])),
  reference: up('reference_number', 'integer'),
  borrower: up('borrower_name', 'text'),
  outstanding: up('outstanding_principal_minor', 'integer'),
  // Sorts by the due date shown: written-off and closed loans have none and come after all others
  // in ascending order.
  due: up('next_due_on', 'day'),
  // The oldest due date has the most days past due. Loans with nothing due are not late.
  arrears: { ...up('next_due_on', 'day'), ascends: false },
  dueAmount: duesUp('due_minor'),
  arrearsAmount: duesUp('arrears_minor'),
};

/** Returns the value and direction by which `loan_list_rows listed` is ordered, without a page. */
export function loanOrder(
  sql: Queryable,
  { sort, direction, ...viewer }: Viewer & Pick<LoanPageQuery, 'sort' | 'direction'>,
) {
  const { value, ascends } = sortKey(sql, sortColumns[sort], todayOf(sql, viewer, 'listed'));
  return { value, direction: (direction === 'asc') === ascends ? sql`asc` : sql`desc` };
}

type SortKey = SortValue &
  Pick<SortColumn, 'kind' | 'ascends'> & {
    readonly cast: (value: string | number) => Fragment;
    /** The stored value in the rows, which may be outdated today. */
    readonly stored?: SortValue;
  };

/**
 * Returns the sort value of a page, the cast of its cursor, and the value in a form that no index
 * serves.
 */
function sortKey(
  sql: Queryable,
  { column, kind, ascends, dues }: SortColumn,
  today: Fragment,
): SortKey {
  const cast = (value: string | number) => sql`${value}::${sql.unsafe(casts[kind])}`;
  const stored = {
    value: sql`listed.${sql(column)}`,
    unindexed: sql`(listed.${sql(column)} ${kind === 'text' ? sql`|| ''` : sql`+ 0`})`,
  };
  if (!dues) return { ...stored, kind, ascends, cast };
  const value = duesOn(sql, dues, today);
  return { value, unindexed: value, stored, kind, ascends, cast };
}
