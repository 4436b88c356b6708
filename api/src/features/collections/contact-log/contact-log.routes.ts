import {
  listContactAttempts,
  logContact as logContactContract,
} from '@bursar/contracts/collections/contact-log';
import {
  changeQuietHours as changeContract,
  listQuietHours as listContract,
} from '@bursar/contracts/access/quiet-hours';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { findLoanInScope } from '../../servicing/loan-account/find-loan.store.ts';
import { listPromisesGivenIn } from '../../servicing/promises/promises.store.ts';
import { toContactAttempt } from './contact-attempt-with-promise.ts';
import { listContactAttemptsOfLoan } from './contact-attempts.store.ts';
import { changeQuietHours } from './change-quiet-hours.ts';
import { logContact } from './log-contact.ts';
import { listQuietHours } from './quiet-hours.store.ts';

export function bindContactLogRoutes(platform: Platform): void {
  const { database } = platform;

  bindEndpoint(
    platform,
    listContactAttempts,
    async ({ params: { loanId }, query, session: { scope } }) => {
      const loan = await findLoanInScope(database, { scope, loanId });
      if (!loan) return refuse('not_found');
      const key = { portfolioId: loan.portfolioId, loanId };
      const { page, ...rest } = await listContactAttemptsOfLoan(database, { ...query, ...key });
      const contactIds = page.map(({ id }) => id);
      const promises = await listPromisesGivenIn(database, { ...key, contactIds });
      return succeed({
        contactAttempts: page.map((contact) => toContactAttempt(contact, promises)),
        ...rest,
      });
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
