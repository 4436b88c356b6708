import {
  listVisitorMessages,
  readVisitorMessage,
  sendVisitorMessage as sendContract,
  settleVisitorMessage as settleContract,
} from '@bursar/contracts/access/visitor-messages';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { sendVisitorMessage } from './send-visitor-message.ts';
import { settleVisitorMessage } from './settle-visitor-message.ts';
import { findMessage, listMessages } from './visitors.store.ts';

/**
 * Visitors write to the installation, so granting the permission to other roles widens no scope.
 */
export function bindVisitorRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(
    platform,
    sendContract,
    ({ body, requestId }) => sendVisitorMessage(database, body, { requestId, now: clock.now() }),
    { callsAMinute: 10 },
  );

  bindEndpoint(platform, listVisitorMessages, async ({ query, session: { scope } }) => {
    const none = { account: 0, contact: 0, announcement: 0 };
    if (scope.role !== 'admin')
      return succeed({ rows: [], nextCursor: null, count: 0, waiting: none });
    return succeed(await listMessages(database, query));
  });

  bindEndpoint(platform, readVisitorMessage, async ({ params, session: { scope } }) => {
    const message = scope.role === 'admin' && (await findMessage(database, params.messageId));
    return message ? succeed(message) : refuse('not_found');
  });

  bindEndpoint(platform, settleContract, async ({ params, body, context }) =>
    context.session.scope.role === 'admin'
      ? settleVisitorMessage(database, { ...params, ...body }, context)
      : refuse('not_found'),
  );
}
