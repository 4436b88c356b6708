import {
  listDuePromises as listDuePromisesContract,
  planNextAction as planNextActionContract,
  readLoanWork,
  readQueue as readQueueContract,
  readTeamDesk as readTeamDeskContract,
  snoozeLoan as snoozeLoanContract,
} from '@bursar/contracts/collections/work-queue';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { planNextAction, snoozeLoan } from './plan-loan-work.ts';
import { readDuePromises, readTeamDesk } from './read-desk.ts';
import { readQueue } from './read-queue.ts';
import { findLoanWork } from './loan-work.store.ts';

export function bindWorkQueueRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, readQueueContract, ({ session }) =>
    readQueue(database, session, clock.now()),
  );

  bindEndpoint(platform, readTeamDeskContract, ({ session }) => readTeamDesk(database, session));

  bindEndpoint(platform, listDuePromisesContract, ({ query, session }) =>
    readDuePromises(database, query, session),
  );

  bindEndpoint(platform, readLoanWork, async ({ params: { loanId }, session: { scope } }) => {
    const loan = await findLoanInScope(database, { scope, loanId });
    if (!loan) return refuse('not_found');
    return succeed(await findLoanWork(database, { portfolioId: loan.portfolioId, loanId }));
  });

  bindEndpoint(platform, planNextActionContract, ({ params, body, context }) =>
    planNextAction(database, { loanId: params.loanId, action: body.action }, context),
  );

  bindEndpoint(platform, snoozeLoanContract, ({ params, body, context }) =>
    snoozeLoan(database, { loanId: params.loanId, until: body.until }, context),
  );
}
