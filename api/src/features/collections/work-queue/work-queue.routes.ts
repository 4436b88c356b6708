import { listDuePromises as listDuePromisesContract } from '@bursar/contracts/collections/due-promises';
import {
  listBorrowerLoans as listBorrowerLoansContract,
  planNextAction as planNextActionContract,
  readAgentQueue as readAgentQueueContract,
  readLoanWork as readLoanWorkContract,
  readQueue as readQueueContract,
  readTeamDesk as readTeamDeskContract,
  snoozeLoan as snoozeLoanContract,
} from '@bursar/contracts/collections/work-queue';
import {
  changeWorkingHours as changeHoursContract,
  listWorkingHours as listHoursContract,
} from '@bursar/contracts/collections/working-hours';
import { listParkedLoans as listParkedContract } from '@bursar/contracts/collections/parked-loans';
import {
  createViewQueue as createViewQueueContract,
  listViewQueues,
  removeViewQueue as removeViewQueueContract,
} from '@bursar/contracts/collections/view-queues';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { createViewQueue, readViewQueues, removeViewQueue } from './change-view-queues.ts';
import { changeWorkingHours } from './change-working-hours.ts';
import { planNextAction, snoozeLoan } from './plan-loan-work.ts';
import { readAgentQueue } from './read-agent-queue.ts';
import { readBorrowerLoans } from './read-borrower-loans.ts';
import { readDuePromises, readTeamDesk } from './read-desk.ts';
import { readParked } from './read-parked.ts';
import { readQueue } from './read-queue.ts';
import { readLoanWork } from './read-loan-work.ts';
import { listWorkingHours } from './working-hours.store.ts';

export function bindWorkQueueRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, readQueueContract, ({ query, session }) =>
    readQueue(database, query, { session, now: clock.now() }),
  );

  bindEndpoint(platform, readTeamDeskContract, ({ session }) =>
    readTeamDesk(database, session, clock.now()),
  );

  bindEndpoint(platform, readAgentQueueContract, ({ params, query, session }) =>
    readAgentQueue(database, { ...params, ...query }, { session, now: clock.now() }),
  );

  bindEndpoint(platform, listViewQueues, ({ session }) => readViewQueues(database, session.scope));

  bindEndpoint(platform, createViewQueueContract, ({ body, context }) =>
    createViewQueue(database, body, context),
  );

  bindEndpoint(platform, removeViewQueueContract, ({ params, context }) =>
    removeViewQueue(database, params, context),
  );

  bindEndpoint(platform, listHoursContract, async ({ session: { scope } }) =>
    succeed({ portfolios: await listWorkingHours(database, scope) }),
  );

  bindEndpoint(platform, changeHoursContract, ({ params, body, context }) =>
    changeWorkingHours(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, listDuePromisesContract, ({ query, session }) =>
    readDuePromises(database, query, session),
  );

  bindEndpoint(platform, listParkedContract, ({ query, session }) =>
    readParked(database, query, { session, now: clock.now() }),
  );

  bindEndpoint(platform, readLoanWorkContract, ({ params, session }) =>
    readLoanWork(database, params, { session, now: clock.now() }),
  );

  bindEndpoint(platform, listBorrowerLoansContract, ({ params, session }) =>
    readBorrowerLoans(database, params, { session, now: clock.now() }),
  );

  bindEndpoint(platform, planNextActionContract, ({ params, body, context }) =>
    planNextAction(database, { loanId: params.loanId, action: body.action }, context),
  );

  bindEndpoint(platform, snoozeLoanContract, ({ params, body, context }) =>
    snoozeLoan(database, { loanId: params.loanId, ...body }, context),
  );
}
