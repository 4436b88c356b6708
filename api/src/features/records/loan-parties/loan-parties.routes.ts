import {
  addLoanParty as addContract,
  endLoanParty as endContract,
  listLoanParties,
} from '@bursar/contracts/records/loan-parties';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { addLoanParty } from './add-loan-party.ts';
import { endLoanParty } from './end-loan-party.ts';
import { listPartiesOfLoan } from './loan-parties.store.ts';

export function bindLoanPartyRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(platform, listLoanParties, async ({ params, session, context: { now } }) => {
    const { scope, businessDate } = session;
    const parties = await listPartiesOfLoan(database, { ...params, scope, businessDate, now });
    return parties ? succeed({ parties }) : refuse('not_found');
  });

  bindEndpoint(platform, addContract, ({ params, body, context }) =>
    addLoanParty(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, endContract, ({ params, body, context }) =>
    endLoanParty(database, { ...params, ...body }, context),
  );
}
