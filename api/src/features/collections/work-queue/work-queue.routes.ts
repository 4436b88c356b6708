import {
  listDuePromises as listDuePromisesContract,
  planNextAction as planNextActionContract,
  readLoanWork as readLoanWorkContract,
  readQueue as readQueueContract,
  readTeamDesk as readTeamDeskContract,
  snoozeLoan as snoozeLoanContract,
} from '@bursar/contracts/collections/work-queue';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { planNextAction, snoozeLoan } from './plan-loan-work.ts';
import { readDuePromises, readTeamDesk } from './read-desk.ts';
import { readQueue } from './read-queue.ts';
import { readLoanWork } from './read-loan-work.ts';

export function bindWorkQueueRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, readQueueContract, ({ session }) =>
    readQueue(database, session, clock.now()),
  );

  bindEndpoint(platform, readTeamDeskContract, ({ session }) => readTeamDesk(database, session));

  bindEndpoint(platform, listDuePromisesContract, ({ query, session }) =>
    readDuePromises(database, query, session),
  );

  bindEndpoint(platform, readLoanWorkContract, ({ params, session }) =>
    readLoanWork(database, params, { session, now: clock.now() }),
  );

  bindEndpoint(platform, planNextActionContract, ({ params, body, context }) =>
    planNextAction(database, { loanId: params.loanId, action: body.action }, context),
  );

  bindEndpoint(platform, snoozeLoanContract, ({ params, body, context }) =>
    snoozeLoan(database, { loanId: params.loanId, until: body.until }, context),
  );
}
