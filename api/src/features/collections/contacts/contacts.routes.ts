import {
  listContacts,
  logContact as logContactContract,
} from '@bursar/contracts/collections/contacts';
import {
  changeQuietHours as changeContract,
  listQuietHours as listContract,
} from '@bursar/contracts/access/quiet-hours';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { listPromisesGivenIn } from '../../servicing/promises/promises.store.ts';
import { toContact } from './contact-with-promise.ts';
import { listContactsOfLoan } from './contacts.store.ts';
import { changeQuietHours } from './change-quiet-hours.ts';
import { logContact } from './log-contact.ts';
import { listQuietHours } from './quiet-hours.store.ts';

export function bindContactRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(
    platform,
    listContacts,
    async ({ params: { loanId }, query, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const key = { portfolioId: loan.portfolioId, loanId };
      const { page, ...rest } = await listContactsOfLoan(database, { ...query, ...key });
      const contactIds = page.map(({ id }) => id);
      const promises = await listPromisesGivenIn(database, { ...key, contactIds });
      return succeed({ contacts: page.map((contact) => toContact(contact, promises)), ...rest });
    },
  );

  bindEndpoint(platform, logContactContract, ({ params, body, context }) =>
    logContact(database, { ...body, loanId: params.loanId }, context),
  );

  bindEndpoint(platform, listContract, async ({ session }) =>
    succeed({ portfolios: await listQuietHours(database, session.scope) }),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changeQuietHours(database, { ...params, ...body }, context),
  );
}
