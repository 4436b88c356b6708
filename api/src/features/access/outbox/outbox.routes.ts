import {
  listOutbox,
  readMail,
  readMailState,
  retryMail as retryContract,
  sendTestMail as testContract,
} from '@bursar/contracts/access/outbox';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { countOutbox, findMailState, listOutboxRows } from './outbox.store.ts';
import { openMail, retryMail } from './open-mail.ts';
import { sendTestMail } from './send-test-mail.ts';

/** Binds the routes of the outbox; `sender` is null if no mail server is set. */
export function bindOutboxRoutes(platform: Platform, sender: string | null): void {
  const { database } = platform;

  bindEndpoint(platform, readMailState, async ({ session: { scope } }) =>
    succeed(
      scope.role === 'admin'
        ? { sender, ...(await findMailState(database)) }
        : { sender: null, lastSentAt: null, waiting: 0, failed: 0 },
    ),
  );

  bindEndpoint(platform, testContract, async ({ body, context }) => {
    if (context.session.scope.role !== 'admin') return refuse('not_found');
    return sender === null ? refuse('mail_server_missing') : sendTestMail(database, body, context);
  });

  bindEndpoint(platform, listOutbox, async ({ query, session: { scope } }) => {
    const { isMailDelivered: isDelivered } = platform;
    // Mail goes to people in every portfolio, so only administrators see it, whatever permissions
    // other roles were granted.
    if (scope.role !== 'admin')
      return succeed({ rows: [], nextCursor: null, count: 0, isDelivered });
    const [page, count] = await Promise.all([
      listOutboxRows(database, query),
      countOutbox(database, query),
    ]);
    return succeed({ ...page, count, isDelivered });
  });

  bindEndpoint(platform, readMail, async ({ params, body, context }) =>
    context.session.scope.role === 'admin'
      ? openMail(
          database,
          { ...params, ...body, isMailDelivered: platform.isMailDelivered },
          context,
        )
      : refuse('not_found'),
  );

  bindEndpoint(platform, retryContract, async ({ params, context }) =>
    context.session.scope.role === 'admin'
      ? retryMail(database, params, context)
      : refuse('not_found'),
  );
}
