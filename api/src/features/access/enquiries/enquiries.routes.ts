import {
  listEnquiries,
  readEnquiry,
  sendEnquiry as sendContract,
  settleEnquiry as settleContract,
} from '@bursar/contracts/access/enquiries';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import { sendEnquiry } from './send-enquiry.ts';
import { settleEnquiry } from './settle-enquiry.ts';
import { findEnquiry, listEnquiryPage } from './enquiries.store.ts';

/**
 * Messages from visitors belong to no portfolio, so only administrators see them, whatever
 * permissions other roles were granted.
 */
export function bindEnquiryRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(
    platform,
    sendContract,
    ({ body, requestId }) => sendEnquiry(database, body, { requestId, now: clock.now() }),
    { callsAMinute: 10 },
  );

  bindEndpoint(platform, listEnquiries, async ({ query, session: { scope } }) => {
    const none = { account: 0, contact: 0, announcement: 0 };
    if (scope.role !== 'admin')
      return succeed({ rows: [], nextCursor: null, count: 0, waiting: none });
    return succeed(await listEnquiryPage(database, query));
  });

  bindEndpoint(platform, readEnquiry, async ({ params, session: { scope } }) => {
    const message = scope.role === 'admin' && (await findEnquiry(database, params.messageId));
    return message ? succeed(message) : refuse('not_found');
  });

  bindEndpoint(platform, settleContract, async ({ params, body, context }) =>
    context.session.scope.role === 'admin'
      ? settleEnquiry(database, { ...params, ...body }, context)
      : refuse('not_found'),
  );
}
