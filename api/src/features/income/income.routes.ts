import { listIncomePayments, readIncome as readIncomeContract } from '@bursar/contracts/income';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { listPaymentsOfIncome } from './income.store.ts';
import { readIncome } from './read-income.ts';

export function bindIncomeRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readIncomeContract, async ({ query, session }) => {
    const { portfolio } = session;
    return portfolio ? readIncome(database, query, { ...session, portfolio }) : refuse('not_found');
  });

  bindEndpoint(platform, listIncomePayments, async ({ query, session: { scope, portfolio } }) => {
    if (!portfolio) return refuse('not_found');
    const page = await listPaymentsOfIncome(database, { ...query, scope });
    return succeed({ ...page, currency: portfolio.currency });
  });
}
