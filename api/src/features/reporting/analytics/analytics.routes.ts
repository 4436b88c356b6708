import {
  listConcentratedLoans,
  listHistoricLoans,
  listRatedContacts,
  listRatedPromises,
  readArrearsHistory as readArrearsHistoryContract,
  readConcentration as readConcentrationContract,
  readContactRates as readContactRatesContract,
} from '@bursar/contracts/reporting/analytics';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { listConcentrated, listContactsRated, listPromisesRated } from './analytics.store.ts';
import { scheduleMonthEnds } from './store-month-ends.ts';
import { listStoredHistory } from './stored-loans.store.ts';
import { readArrearsHistory, readConcentration, readContactRates } from './read-analytics.ts';

export function bindAnalyticsRoutes(platform: Platform): void {
  const { database } = platform;
  const cached = { isCached: () => true };
  scheduleMonthEnds(platform);

  bindEndpoint(
    platform,
    readArrearsHistoryContract,
    async ({ session }) => succeed(await readArrearsHistory(database, session)),
    cached,
  );
  bindEndpoint(
    platform,
    readConcentrationContract,
    async ({ session }) => succeed(await readConcentration(database, session)),
    cached,
  );
  // Contacts and promises send no change notifications, so these figures are never cached.
  bindEndpoint(platform, readContactRatesContract, async ({ session }) =>
    succeed(await readContactRates(database, session)),
  );
  bindEndpoint(platform, listHistoricLoans, async ({ query, session }) => {
    const { scope, businessDate } = session;
    if (query.on > businessDate) return refuse('day_in_future', { field: 'on' });
    return succeed(await listStoredHistory(database, { ...query, scope, businessDate }));
  });
  bindEndpoint(platform, listConcentratedLoans, async ({ query, session }) =>
    succeed(await listConcentrated(database, query, session)),
  );
  bindEndpoint(platform, listRatedContacts, async ({ query, session: { scope } }) => {
    if (query.from > query.to) return refuse('range_upside_down', { field: 'from' });
    return succeed(await listContactsRated(database, { ...query, scope }));
  });
  bindEndpoint(platform, listRatedPromises, async ({ query, session: { scope } }) => {
    if (query.from > query.to) return refuse('range_upside_down', { field: 'from' });
    return succeed(await listPromisesRated(database, { ...query, scope }));
  });
}
