import {
  decideApplication as decideContract,
  disburseLoan as disburseContract,
  listApplications as listContract,
  readApplication,
  submitApplication as submitContract,
  undoDisbursement as undoContract,
} from '@bursar/contracts/intake/applications';
import { inPortfolio } from '../../../platform/command-context.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findApplication, listApplications } from './applications.store.ts';
import { decideApplication } from './decide-application.ts';
import { disburseLoan, undoDisbursement } from './disburse-loan.ts';
import { submitApplication } from './submit-application.ts';

export function bindApplicationRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listContract, async ({ query, session: { scope } }) =>
    succeed(await listApplications(database, { scope, question: query })),
  );

  bindEndpoint(platform, readApplication, async ({ params, session: { scope } }) => {
    const found = await findApplication(database, { scope, id: params.applicationId });
    return found ? succeed(found) : refuse('not_found');
  });

  bindEndpoint(platform, submitContract, ({ body, context }) =>
    inPortfolio(context, (own) => submitApplication(database, body, own)),
  );

  bindEndpoint(platform, decideContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => decideApplication(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, disburseContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => disburseLoan(database, { ...body, ...params }, own)),
  );

  bindEndpoint(platform, undoContract, ({ params, body, context }) =>
    inPortfolio(context, (own) => undoDisbursement(database, { ...body, ...params }, own)),
  );
}
