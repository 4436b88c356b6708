import {
  chooseNotices as chooseContract,
  listNoticeChoices,
} from '@bursar/contracts/notice-choices';
import { listNotices, readNotices } from '@bursar/contracts/notices';
import { bindEndpoint, type Platform } from '../../platform/endpoints.ts';
import { succeed } from '../../platform/outcome.ts';
import { countUnread, listNoticesOf, markNoticesRead } from './notices.store.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { chooseNotices } from './choose-notices.ts';
import { listChoices } from './notice-choices.store.ts';

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

  bindEndpoint(platform, listNoticeChoices, async ({ session: { account } }) =>
    succeed({ choices: await listChoices(database, account.id) }),
  );

  bindEndpoint(platform, chooseContract, (call) =>
    chooseNotices(database, { ...call.params, ...call.body }, ownAccountOf(platform, call)),
  );
}
