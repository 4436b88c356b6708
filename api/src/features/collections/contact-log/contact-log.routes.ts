import {
  listContactAttempts,
  listContactPauses as listPausesContract,
  resolveContactPause as resolvePauseContract,
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
import { listContactLogOfLoan } from './contact-attempts.store.ts';
import { changeQuietHours } from './change-quiet-hours.ts';
import { logContact } from './log-contact.ts';
import { listPausesInScope } from './contact-pauses.store.ts';
import { loanReference } from '../../servicing/loan-lists/loans.store.ts';
import { resolveContactPause } from './resolve-contact-pause.ts';
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
      const { page, ...rest } = await listContactLogOfLoan(database, { ...query, ...key });
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

  bindEndpoint(platform, listPausesContract, async ({ query, session: { scope } }) => {
    const { page, ...rest } = await listPausesInScope(database, { ...query, scope });
    const pauses = page.map((pause) => ({
      loanId: pause.loanId,
      reference: loanReference(pause.referenceNumber),
      borrower: pause.borrower,
      agent: pause.agent,
      contactId: pause.contactId,
      cause: pause.cause,
      disputeReason: pause.disputeReason,
      note: pause.note,
      loggedBy: pause.loggedBy,
      pausedAt: pause.pausedAt,
    }));
    return succeed({ pauses, ...rest });
  });

  bindEndpoint(platform, resolvePauseContract, ({ params, body, context }) =>
    resolveContactPause(database, { ...params, ...body }, context),
  );

  bindEndpoint(platform, listContract, async ({ session }) =>
    succeed({ portfolios: await listQuietHours(database, session.scope) }),
  );

  bindEndpoint(platform, changeContract, ({ params, body, context }) =>
    changeQuietHours(database, { ...params, ...body }, context),
  );
}
