import {
  changeBorrower as changeContract,
  listBorrowerHistory,
  readBorrower as readContract,
  recordConsent as consentContract,
} from '@bursar/contracts/borrowers';
import { inPortfolio } from '../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import { findBorrower, listHistory } from './borrowers.store.ts';
import { changeBorrower } from './change-borrower.ts';
import { readBorrower } from './read-borrower.ts';
import { recordConsent } from './record-consent.ts';

export function bindBorrowerRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, readContract, ({ params, session: { scope, businessDate } }) =>
    readBorrower(database, { ...params, scope, businessDate }),
  );

  bindEndpoint(
    platform,
    listBorrowerHistory,
    async ({ params, session: { scope, businessDate } }) => {
      const borrower = await findBorrower(database, {
        ...params,
        scope,
        businessDate,
        reader: scope.role,
      });
      if (!borrower) return refuse('not_found');
      const { portfolioId } = borrower;
      return succeed({ events: await listHistory(database, { ...params, portfolioId }) });
    },
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => changeBorrower(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, consentContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => recordConsent(database, { ...body, ...params }, own)),
  );
}
