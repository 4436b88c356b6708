import type { FirstStep } from '@bursar/contracts/control/first-steps.values';
import type { Queryable } from '../../../platform/database.ts';

type Steps = Partial<Record<FirstStep, boolean>>;

/**
 * Finds which first steps of an administrator are done in the installation. Portfolios of demo data
 * and their managers do not count.
 */
export async function findStepsOfInstallation(sql: Queryable): Promise<Steps> {
  const [row] = await sql<Steps[]>`
    select exists (select from companies) as company,
      exists (select from portfolios where not is_demo) as portfolio,
      exists (select from outbox where sent_at is not null) as mail,
      exists (select from accounts manager
        join portfolios portfolio on portfolio.id = manager.portfolio_id
        where manager.role = 'user' and not portfolio.is_demo) as manager`;
  return { ...row };
}

/** Finds which first steps of a manager are done, in their own portfolio. */
export async function findStepsOfPortfolio(sql: Queryable, portfolioId: string): Promise<Steps> {
  const [row] = await sql<Steps[]>`
    select exists (select from weekly_days_off where portfolio_id = ${portfolioId}) as "days-off",
      exists (select from product_versions where portfolio_id = ${portfolioId}) as product,
      exists (select from teams where portfolio_id = ${portfolioId}) as team,
      exists (select from accounts
        where portfolio_id = ${portfolioId} and role = 'agent') as agent,
      exists (select from loan_list_rows where portfolio_id = ${portfolioId}) as loans`;
  return { ...row };
}
