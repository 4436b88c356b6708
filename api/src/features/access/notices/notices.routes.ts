import {
  chooseNotices as chooseContract,
  listNoticeChoices,
} from '@bursar/contracts/access/notice-choices';
import {
  listNotices,
  listOlderNotices,
  markNotice as markNoticeContract,
  readNotices,
} from '@bursar/contracts/access/notices';
import { readCursor } from '../../../platform/cursor.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { chooseNotices } from './choose-notices.ts';
import { markNotice, readNoticesOf } from './mark-notices.ts';
import { listChoices } from './notice-choices.store.ts';
import { countUnread, listNoticesOf } from './notices.store.ts';

/** Notifications shown per kind before older ones are requested. */
const SHOWN = 20;

export function bindNoticeRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listNotices, async ({ session: { account, scope } }) => {
    const latest = { scope, after: null, limit: SHOWN };
    const [notification, message, unread] = await Promise.all([
      listNoticesOf(database, { ...latest, kind: 'notification' }),
      listNoticesOf(database, { ...latest, kind: 'message' }),
      countUnread(database, account.id),
    ]);
    return succeed({
      notices: [...notification.notices, ...message.notices],
      unread,
      older: { notification: notification.nextCursor, message: message.nextCursor },
    });
  });

  bindEndpoint(platform, listOlderNotices, async ({ query, session: { scope } }) => {
    const { kind, limit } = query;
    const after = readCursor(query.after, 'instant');
    return succeed(await listNoticesOf(database, { scope, kind, after, limit }));
  });

  bindEndpoint(platform, readNotices, async ({ body, session: { account } }) =>
    succeed({ read: await readNoticesOf(database, body, { account, now: clock.now() }) }),
  );

  bindEndpoint(platform, markNoticeContract, ({ params, body, session: { account } }) =>
    markNotice(database, { ...params, ...body }, { account, now: clock.now() }),
  );

  bindEndpoint(platform, listNoticeChoices, async ({ session: { account } }) =>
    succeed({ choices: await listChoices(database, account.id) }),
  );

  bindEndpoint(platform, chooseContract, (call) =>
    chooseNotices(database, { ...call.params, ...call.body }, ownAccountOf(call)),
  );
}
