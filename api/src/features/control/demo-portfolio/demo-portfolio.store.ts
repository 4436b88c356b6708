import type { CreateDemoPortfolio } from '@bursar/contracts/control/demo-portfolio';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Queryable, Transaction } from '../../../platform/database.ts';

export type DemoPortfolio = AnswerOf<CreateDemoPortfolio>['demo'];

/** Finds the portfolio of demo data that is not removed; there is at most one. */
export async function findDemoPortfolio(sql: Queryable): Promise<DemoPortfolio | null> {
  const [row] = await sql<DemoPortfolio[]>`
    select portfolio.id, portfolio.name, (
        select min(event.at) from audit_events event
        where event.event = 'create-demo-portfolio' and event.subject_id = portfolio.id
      ) as created_at,
      (select count(*)::integer from loan_list_rows listed
        where listed.portfolio_id = portfolio.id) as loans,
      (select json_agg(json_build_object('role', first.role, 'name', first.name,
          'email', first.email) order by array_position(array['user', 'team', 'agent'], first.role))
        from (
          select distinct on (account.role) account.role, account.name, account.email
          from accounts account
          where account.portfolio_id = portfolio.id and account.status = 'active'
          -- The accounts that are named after their role come first, because they have the most
          -- demo data.
          order by account.role, account.email not like account.role || '@%', account.id
        ) first) as accounts
    from portfolios portfolio
    where portfolio.is_demo and portfolio.removed_at is null`;
  return row ? { ...row, accounts: row.accounts ?? [] } : null;
}

type DemoState = { readonly isDemo: boolean; readonly removedAt: string | null };

/** Locks the portfolio until the transaction ends; null if there is none with this id. */
export async function lockDemoState(
  transaction: Transaction,
  portfolioId: string,
): Promise<DemoState | null> {
  const [row] = await transaction<DemoState[]>`
    select is_demo, removed_at from portfolios where id = ${portfolioId} for no key update`;
  return row ? { ...row } : null;
}

export async function listAccountIds(
  transaction: Transaction,
  portfolioId: string,
): Promise<readonly string[]> {
  const rows = await transaction<{ id: string }[]>`
    select id from accounts where portfolio_id = ${portfolioId} order by id`;
  return rows.map(({ id }) => id);
}
