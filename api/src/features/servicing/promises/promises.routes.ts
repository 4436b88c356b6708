import {
  listPromises,
  makePromise as makePromiseContract,
} from '@bursar/contracts/servicing/promises';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../loan-account/find-loan.store.ts';
import { makePromise } from './make-promise.ts';
import { listPromisesOfLoan, toPromises } from './promises.store.ts';

export function bindPromiseRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listPromises, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    const { portfolioId } = loan;
    const promises = await listPromisesOfLoan(database, { portfolioId, loanId });
    return succeed({ promises: toPromises(promises) });
  });

  bindEndpoint(platform, makePromiseContract, ({ params, body, context }) =>
    makePromise(database, { ...body, loanId: params.loanId }, context),
  );
}
