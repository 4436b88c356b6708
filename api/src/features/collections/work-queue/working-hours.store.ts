import type { ListWorkingHours, WorkingHours } from '@bursar/contracts/collections/working-hours';
import type { AnswerOf } from '@bursar/contracts/endpoint';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { portfoliosInScope, runsPortfolio, type Scope } from '../../../platform/scope.ts';

type Portfolio = AnswerOf<ListWorkingHours>['portfolios'][number];

export async function listWorkingHours(sql: Queryable, scope: Scope): Promise<Portfolio[]> {
  const rows = await sql<Portfolio[]>`
    select id, name, ${hours(sql)} from portfolios portfolio
    where ${portfoliosInScope(sql, scope)} order by name, id`;
  return rows.map((row) => ({ ...row }));
}

export async function findWorkingHours(sql: Queryable, portfolioId: string): Promise<WorkingHours> {
  const [row] = await sql<WorkingHours[]>`
    select ${hours(sql)} from portfolios where id = ${portfolioId}`;
  if (!row) throw new Error(`portfolio ${portfolioId} is missing`);
  return { ...row };
}

/** Locks the working hours until the transaction ends; null unless the user runs the portfolio. */
export async function lockWorkingHours(
  transaction: Transaction,
  { scope, portfolioId }: { scope: Scope; portfolioId: string },
): Promise<WorkingHours | null> {
  if (!runsPortfolio(scope, portfolioId)) return null;
  const [row] = await transaction<WorkingHours[]>`
    select ${hours(transaction)} from portfolios where id = ${portfolioId} for no key update`;
  return row ? { ...row } : null;
}

function hours(sql: Queryable) {
  return sql`to_char(work_starts_by, 'HH24:MI') as starts_by,
    to_char(work_ends_at, 'HH24:MI') as ends_at, time_zone`;
}
