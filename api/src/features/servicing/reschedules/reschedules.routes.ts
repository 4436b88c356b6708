import {
  previewPlan as previewPlanContract,
  previewReschedule as previewContract,
  requestPlan as requestPlanContract,
  rescheduleLoan as rescheduleContract,
  undoReschedule as undoContract,
} from '@bursar/contracts/servicing/reschedules';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { acceptOffer } from './offer-plan.ts';
import { previewReschedule } from './plan-reschedule.ts';
import { requestPlan, rescheduleLoan, undoReschedule } from './reschedule-loan.ts';

export function bindRescheduleRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, previewContract, ({ params, query, session }) => {
    const { scope, businessDate } = session;
    const { instalmentAtMostMinor, ...terms } = query;
    const asked = { ...params, scope, businessDate, terms, instalmentAtMostMinor };
    return previewReschedule(database, asked);
  });

  bindEndpoint(platform, previewPlanContract, ({ params, query, session }) => {
    const { scope, businessDate } = session;
    const { instalmentAtMostMinor, ...terms } = query;
    const asked = { ...params, scope, businessDate, terms, instalmentAtMostMinor };
    return previewReschedule(database, { ...asked, alwaysAsks: true });
  });

  bindEndpoint(platform, rescheduleContract, ({ params, body, context }) =>
    rescheduleLoan.run(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, requestPlanContract, ({ params, body, context }) => {
    const { acceptedOffer } = body;
    return acceptedOffer === undefined
      ? requestPlan.run(database, { ...params, ...body }, context)
      : acceptOffer.run(database, { ...params, ...body, acceptedOffer }, context);
  });

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    undoReschedule.run(database, { ...params, ...body }, context),
  );
}
