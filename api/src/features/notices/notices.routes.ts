import { listNotices, readNotices } from '@bursar/contracts/notices';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import { countUnread, listNoticesOf, markNoticesRead } from './notices.store.ts';

export function bindNoticeRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listNotices, async ({ session: { account } }) => {
    const [notices, unread] = await Promise.all([
      listNoticesOf(database, account.id),
      countUnread(database, account.id),
    ]);
    return succeed({ notices, unread });
  });

  bindEndpoint(platform, readNotices, async ({ body, session: { account } }) => {
    const at = clock.now().toISOString();
    return succeed({
      read: await markNoticesRead(database, { ...body, accountId: account.id, at }),
    });
  });
}
