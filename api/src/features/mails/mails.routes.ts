import { listMails, readMail, retryMail as retryContract } from '@bursar/contracts/mails';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { refuse, succeed } from '../../platform/outcome.ts';
import type { Session } from '../../platform/session.ts';
import { countMails, listMailRows } from './mails.store.ts';
import { openMail, retryMail, type MailReader } from './open-mail.ts';

export function bindMailRoutes(platform: Platform): void {
  const { database, clock, isMailDelivered: isDelivered } = platform;
  const readerOf = (call: {
    params: { mailId: string };
    session: Session;
    requestId: string;
  }): MailReader => ({
    ...call.params,
    actorId: call.session.account.id,
    requestId: call.requestId,
    at: clock.now(),
  });

  bindEndpoint(platform, listMails, async ({ query, session: { scope } }) => {
    // Mail goes to people of every portfolio: a permission granted to others widens no scope.
    if (scope.role !== 'admin')
      return succeed({ rows: [], nextCursor: null, count: 0, isDelivered });
    const [page, count] = await Promise.all([
      listMailRows(database, query),
      countMails(database, query),
    ]);
    return succeed({ ...page, count, isDelivered });
  });

  bindEndpoint(platform, readMail, async (call) =>
    call.session.scope.role === 'admin'
      ? openMail(database, { ...readerOf(call), ...call.body })
      : refuse('not_found'),
  );

  bindEndpoint(platform, retryContract, async (call) =>
    call.session.scope.role === 'admin' ? retryMail(database, readerOf(call)) : refuse('not_found'),
  );
}
