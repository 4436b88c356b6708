import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListLoans, ListProductsOfLoans } from '@bursar/contracts/servicing/loan-lists';
import { replicaReads, type Queryable } from '../../../platform/database.ts';
import { inScope, type Viewer, type Scope } from '../../../platform/scope.ts';
import { isActiveIn } from '../loan-account/arrears.ts';
import { isOfHolders, matchesFilter, matchesHolder, type PickedLoans } from './loan-filter.ts';

type Sums = AnswerOf<ListLoans>['sums'];
type SumsAsked = Viewer & {
  readonly filter: PickedLoans;
};

/** Counts and sums the matching loans, from totals if possible, else with one scan per currency. */
export async function sumLoans(sql: Queryable, asked: SumsAsked): Promise<Sums> {
  return isOfHolders(asked.filter) ? sumTotals(sql, asked) : sumListed(replicaReads(sql), asked);
}

/** Lists the products of loans in the scope. A user does not see products that only others use. */
export async function listProductsInScope(sql: Queryable, scope: Scope) {
  const rows = await sql<AnswerOf<ListProductsOfLoans>['products']>`
    select product.id, product.name, sum(listed.loans)::bigint as loans
    from loan_totals listed
    join products product
      on product.portfolio_id = listed.portfolio_id and product.id = listed.product_id
    where ${inScope(sql, scope, 'listed')}
    group by product.id, product.name having sum(listed.loans) > 0
    order by lower(product.name), product.id`;
  return rows.map((row) => ({ ...row }));
}

type CurrencySums = { count: number } & Sums['amounts'][number];

async function sumTotals(sql: Queryable, asked: SumsAsked): Promise<Sums> {
  const rows = await sql<(CurrencySums & { active: number })[]>`
    select listed.currency, sum(listed.loans)::bigint as count,
      coalesce(sum(listed.loans) filter (where ${isActiveIn(sql, 'listed')}), 0)::bigint as active,
      sum(listed.principal_minor)::bigint as principal_minor,
      sum(listed.outstanding_principal_minor)::bigint as outstanding_minor
    from loan_totals listed
    where ${matchesHolder(sql, asked)}
    group by listed.currency having sum(listed.loans) > 0 order by listed.currency`;
  return { ...toSums(rows), activeCount: rows.reduce((total, { active }) => total + active, 0) };
}

async function sumListed(sql: Queryable, asked: SumsAsked): Promise<Sums> {
  const currencies = await sql<{ currency: string }[]>`
    select listed.currency from loan_totals listed
    where ${inScope(sql, asked.scope, 'listed')} group by 1 order by 1`;
  // One plain sum per currency is cheaper than grouping, whose hash table would cost more than the
  // scan.
  const sums = await Promise.all(
    currencies.map(async ({ currency }) => {
      const ofCurrency = currencies.length > 1 ? sql`and listed.currency = ${currency}` : sql``;
      const [row] = await sql<Omit<CurrencySums, 'currency'>[]>`
        select count(*) as count, coalesce(sum(listed.principal_minor), 0)::bigint as principal_minor,
          coalesce(sum(listed.outstanding_principal_minor), 0)::bigint as outstanding_minor
        from loan_list_rows listed
        where ${matchesFilter(sql, asked)} ${ofCurrency}`;
      return row && row.count > 0 ? [{ currency, ...row }] : [];
    }),
  );
  return toSums(sums.flat());
}

function toSums(rows: readonly CurrencySums[]): Sums {
  return {
    count: rows.reduce((total, row) => total + row.count, 0),
    amounts: rows.map(({ currency, principalMinor, outstandingMinor }) => ({
      currency,
      principalMinor,
      outstandingMinor,
    })),
  };
}
