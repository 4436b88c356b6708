import {
  previewReschedule as previewContract,
  rescheduleLoan as rescheduleContract,
  undoReschedule as undoContract,
} from '@bursar/contracts/servicing/reschedules';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { previewReschedule } from './plan-reschedule.ts';
import { rescheduleLoan, undoReschedule } from './reschedule-loan.ts';

export function bindRescheduleRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, previewContract, ({ params, query, session }) => {
    const { scope, businessDate } = session;
    return previewReschedule(database, { ...params, scope, businessDate, terms: query });
  });

  bindEndpoint(platform, rescheduleContract, ({ params, body, context }) =>
    rescheduleLoan.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    undoReschedule.run(database, { ...params, ...body }, context),
  );
}
