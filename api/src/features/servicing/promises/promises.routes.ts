import {
  changePromiseLimits as changeContract,
  listPromiseLimits as limitsContract,
} from '@bursar/contracts/servicing/promise-limits';
import {
  listPromises,
  makePromise as makePromiseContract,
} from '@bursar/contracts/servicing/promises';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { needsApproval } from '../../access/approvals/four-eyes.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { changePromiseLimits } from './change-promise-limits.ts';
import { makePromise } from './make-promise.ts';
import { findPromiseLimits, listPromiseLimits } from './promise-limits.store.ts';
import { listPromiseRequests } from './promise-requests.store.ts';
import { listPromisesOfLoan, toPromises } from './promises.store.ts';

const noLimits = { daysAhead: null, sharePercent: null, mostBroken: null };

export function bindPromiseRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listPromises, async ({ params: { loanId }, session }) => {
    const { scope, businessDate } = session;
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    const key = { portfolioId, loanId };
    const [promises, requests, { limits, measures }, isLimited] = await Promise.all([
      listPromisesOfLoan(database, key),
      listPromiseRequests(database, key),
      findPromiseLimits(database, { ...key, businessDate }),
      needsApproval(database, { portfolioId, kind: 'make-promise', loans: null }),
    ]);
    return succeed({
      promises: toPromises(promises),
      requests,
      limits: isLimited ? limits : noLimits,
      measures,
    });
  });

  bindEndpoint(platform, makePromiseContract, ({ params, body, context }) =>
    makePromise.run(database, { ...body, loanId: params.loanId, contactId: null }, context),
  );

  bindEndpoint(platform, limitsContract, async ({ session }) =>
    succeed({ portfolios: await listPromiseLimits(database, session.scope) }),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changePromiseLimits(database, { ...body, portfolioId: params.portfolioId }, context),
  );
}
