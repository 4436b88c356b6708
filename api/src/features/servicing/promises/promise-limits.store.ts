import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { ListPromiseLimits } from '@bursar/contracts/servicing/promise-limits';
import type { PromiseLimits, PromiseMeasures } from '@bursar/contracts/servicing/promises.values';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { inPortfolios, runsPortfolio, type Scope } from '../../../platform/scope.ts';

type Portfolio = AnswerOf<ListPromiseLimits>['portfolios'][number];

/**
 * Lists the limits of the caller's portfolio, or for an administrator of all portfolios but those
 * of demo data.
 */
export async function listPromiseLimits(sql: Queryable, scope: Scope): Promise<Portfolio[]> {
  const ofScope = inPortfolios(sql, scope, sql`id`);
  const rows = await sql<Portfolio[]>`
    select id, name, ${limits(sql)} from portfolios where ${ofScope} order by name, id`;
  return rows.map((row) => ({ ...row }));
}

/** Locks the limits until the transaction ends; null unless the user runs the portfolio. */
export async function lockPromiseLimits(
  transaction: Transaction,
  { scope, portfolioId }: { scope: Scope; portfolioId: string },
): Promise<PromiseLimits | null> {
  if (!runsPortfolio(scope, portfolioId)) return null;
  const [row] = await transaction<PromiseLimits[]>`
    select ${limits(transaction)} from portfolios where id = ${portfolioId} for no key update`;
  return row ? { ...row } : null;
}

type LoanKey = { readonly portfolioId: string; readonly loanId: string };

/** Finds the limits of a loan's promises, and the figures that they are measured against. */
export async function findPromiseLimits(
  sql: Queryable,
  { portfolioId, loanId, businessDate }: LoanKey & { readonly businessDate: string },
): Promise<{ limits: PromiseLimits; measures: PromiseMeasures }> {
  const [row] = await sql<(PromiseLimits & Omit<PromiseMeasures, 'businessDate'>)[]>`
    select ${limits(sql)}, owed.due_minor, promised.waiting_minor, promised.broken_promises
    from portfolios
    cross join lateral (
      select coalesce(sum(principal_minor - principal_paid_minor + interest_minor
        - interest_paid_minor + fees_minor - fees_paid_minor + penalties_minor
        - penalties_paid_minor), 0)::bigint as due_minor
      from instalments
      where portfolio_id = portfolios.id and loan_id = ${loanId} and due_on <= ${businessDate}
    ) owed
    cross join lateral (
      select count(distinct agreement_id) filter (where state in ('broken', 'partly-kept')
          and promised_on > ${businessDate}::date - 366) as broken_promises,
        coalesce(sum(greatest(amount_minor - received_minor, 0))
          filter (where state = 'waiting'), 0)::bigint as waiting_minor
      from promises where portfolio_id = portfolios.id and loan_id = ${loanId}
    ) promised
    where portfolios.id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  const { daysAhead, sharePercent, mostBroken, ...measures } = row;
  return {
    limits: { daysAhead, sharePercent, mostBroken },
    measures: { businessDate, ...measures },
  };
}

function limits(sql: Queryable) {
  return sql`promise_days_ahead as days_ahead, promise_share_percent as share_percent,
    promise_broken_most as most_broken`;
}
