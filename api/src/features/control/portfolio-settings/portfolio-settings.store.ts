import type { ListPortfolioSettings } from '@bursar/contracts/control/portfolio-settings';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { portfoliosInScope, runsPortfolio, type Scope } from '../../../platform/scope.ts';

export type PortfolioSettings = AnswerOf<ListPortfolioSettings>['portfolios'][number];

/**
 * Lists the portfolios that the caller manages, by name: all except demo data for an administrator,
 * their own for a manager, none for other roles.
 */
export async function listPortfolioSettings(
  sql: Queryable,
  scope: Scope,
): Promise<PortfolioSettings[]> {
  if (scope.role !== 'admin' && scope.role !== 'user') return [];
  const ofScope = portfoliosInScope(sql, scope);
  const rows = await sql<PortfolioSettings[]>`
    ${selectSettings(sql)} where ${ofScope} order by portfolio.name, portfolio.id`;
  return rows.map((row) => ({ ...row }));
}

/** Locks the portfolio until the transaction ends; returns null outside the scope. */
export async function lockPortfolioSettings(
  transaction: Transaction,
  { scope, portfolioId }: { readonly scope: Scope; readonly portfolioId: string },
): Promise<PortfolioSettings | null> {
  if (!runsPortfolio(scope, portfolioId)) return null;
  await transaction`select from portfolios where id = ${portfolioId} for no key update`;
  return findPortfolioSettings(transaction, portfolioId);
}

export async function findPortfolioSettings(
  sql: Queryable,
  portfolioId: string,
): Promise<PortfolioSettings | null> {
  const [row] = await sql<PortfolioSettings[]>`
    ${selectSettings(sql)} where portfolio.id = ${portfolioId}`;
  return row ? { ...row } : null;
}

const selectSettings = (sql: Queryable) => sql`
  select portfolio.id, portfolio.name, portfolio.currency, portfolio.time_zone,
    portfolio.fiscal_year_month, portfolio.print_numbers, portfolio.print_dates,
    not exists (select from end_of_day_runs run where run.portfolio_id = portfolio.id)
      as may_change_time_zone
  from portfolios portfolio`;
