import type { LoanFilter, loanSorts } from '@bursar/contracts/loan-lists';
import { readCursor } from '../../platform/cursor.ts';
import type { Queryable } from '../../platform/database.ts';
import type { Scope } from '../../platform/scope.ts';
import { isOfHolders, matchesFilter } from './loan-filter.ts';

export type LoanPageQuery = LoanFilter & {
  readonly sort: (typeof loanSorts)[number];
  readonly direction: 'asc' | 'desc';
  readonly after?: string | undefined;
  readonly limit: number;
};

type PageAsked = {
  readonly scope: Scope;
  readonly businessDate: string;
  readonly query: LoanPageQuery;
};

/**
 * The keys of a page's loans and one more, in order. By an index where every loan of a holder may
 * come. A filter would be met row by row in an index's order, which is the whole book where it goes
 * against the order (closed loans, by what is owed): there a scan and a sort cost the same for all.
 */
export function selectPage(sql: Queryable, { query, ...look }: PageAsked) {
  const key = sortKeys(sql)[query.sort];
  const byIndex = isOfHolders(query) && query.status === undefined;
  const place = byIndex ? key.value : key.unindexed;
  const ascending = (query.direction === 'asc') === key.ascends;
  const direction = ascending ? sql`asc` : sql`desc`;
  const cursor = readCursor(query.after);
  const beyond = ascending ? sql`>` : sql`<`;
  const limit = query.limit + 1;
  const page = (ofPortfolio = sql``) => sql`
    select listed.portfolio_id, listed.loan_id, ${key.value} as sort_value
    from listed_loans listed
    where ${matchesFilter(sql, { ...look, filter: query })} ${ofPortfolio}
      ${cursor ? sql`and (${place}, listed.loan_id) ${beyond} (${key.cast(cursor.value)}, ${cursor.id}::uuid)` : sql``}
    order by ${place} ${direction}, listed.loan_id ${direction} limit ${limit}`;
  if (look.scope.role !== 'admin') return { page: page(), direction };
  // Every index begins with the portfolio: the first of each, and then the first of those.
  const firstOfEach = sql`
    select first.* from portfolios portfolio
    cross join lateral (${page(sql`and listed.portfolio_id = portfolio.id`)}) first
    order by sort_value ${direction}, loan_id ${direction} limit ${limit}`;
  return { page: firstOfEach, direction };
}

/** What a page is sorted by, how its last value is given back, and the same value past any index. */
function sortKeys(sql: Queryable) {
  const integers = (column: string) => ({
    value: sql`listed.${sql(column)}`,
    unindexed: sql`(listed.${sql(column)} + 0)`,
    cast: (value: string | number) => sql`${Number(value)}::bigint`,
    ascends: true,
  });
  const days = (column: string) => ({
    value: sql`listed.${sql(column)}`,
    unindexed: sql`(listed.${sql(column)} + 0)`,
    cast: (value: string | number) => sql`${String(value)}::date`,
    ascends: true,
  });
  // What is shown as due: a loan that is lost or paid off waits for nothing and comes last.
  const due = days('next_due_on');
  return {
    reference: integers('reference_number'),
    borrower: {
      value: sql`listed.borrower_name`,
      unindexed: sql`(listed.borrower_name || '')`,
      cast: (value: string | number) => sql`${String(value)}::text`,
      ascends: true,
    },
    principal: integers('principal_minor'),
    outstanding: integers('outstanding_principal_minor'),
    rate: {
      value: sql`listed.annual_rate_percent`,
      unindexed: sql`(listed.annual_rate_percent + 0)`,
      cast: (value: string | number) => sql`${String(value)}::numeric`,
      ascends: true,
    },
    due,
    // The most days past due are the oldest due date; who waits for nothing is not late.
    arrears: { ...due, ascends: false },
    disbursed: days('disbursed_on'),
  };
}
