import type { Queryable } from '../../../platform/database.ts';

export type PortfolioManager = {
  readonly accountId: string;
  readonly portfolioId: string;
  readonly portfolioName: string;
  readonly currency: string;
  readonly timeZone: string;
  readonly mayAssign: boolean;
};

/** Finds the portfolio for a command line by the sign-in address of its manager. */
export async function findPortfolioManager(
  sql: Queryable,
  email: string,
): Promise<PortfolioManager | undefined> {
  const [manager] = await sql<PortfolioManager[]>`
    select account.id as account_id, portfolio.id as portfolio_id,
      portfolio.name as portfolio_name, portfolio.currency, portfolio.time_zone,
      coalesce(assigning.granted, true) as may_assign
    from accounts account
    join portfolios portfolio on portfolio.id = account.portfolio_id
    left join role_permissions assigning
      on assigning.role = account.role and assigning.permission = 'assign-loans'
    where lower(account.email) = lower(${email}) and account.role = 'user'
      and account.status = 'active'`;
  return manager;
}
