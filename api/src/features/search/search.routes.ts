import { search } from '@bursar/contracts/search';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import { listLoanRows } from '../loans/loans.store.ts';
import { findAgentsByName, findBorrowers } from './search.store.ts';

const SHOWN = 8;

export function bindSearchRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, search, async ({ query: { q }, session: { scope, businessDate } }) => {
    const query = { view: 'all', q, sort: 'reference', direction: 'asc', limit: SHOWN } as const;
    const [loans, borrowers, agents] = await Promise.all([
      listLoanRows(database, { scope, businessDate, query }),
      findBorrowers(database, { scope, text: q, limit: SHOWN }),
      findAgentsByName(database, { scope, text: q, limit: SHOWN }),
    ]);
    return succeed({
      loans: loans.rows.map(({ id, reference, externalId, borrower, status }) => ({
        id,
        reference,
        externalId,
        borrower,
        status,
      })),
      borrowers,
      agents,
    });
  });
}
