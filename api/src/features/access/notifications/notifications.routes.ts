import {
  chooseNotifications as chooseContract,
  listNotificationChoices,
} from '@bursar/contracts/access/notification-choices';
import {
  listNotifications,
  listOlderNotifications,
  markNotification as markNotificationContract,
  readNotifications,
} from '@bursar/contracts/access/notifications';
import { readCursor } from '../../../platform/cursor.ts';
import { bindEndpoint, type Platform } from '../../../platform/endpoints.ts';
import { succeed } from '../../../platform/outcome.ts';
import { ownAccountOf } from '../accounts/own-account.ts';
import { chooseNotifications } from './choose-notifications.ts';
import { markNotification, readNotificationsOf } from './mark-notifications.ts';
import { listChoices } from './notification-choices.store.ts';
import { countUnread, listNotificationsOf } from './notifications.store.ts';

/** Notifications shown per kind before older ones are requested. */
const SHOWN = 20;

export function bindNotificationRoutes(platform: Platform): void {
  const { database, clock } = platform;

  bindEndpoint(platform, listNotifications, async ({ session: { account, scope } }) => {
    const latest = { scope, after: null, limit: SHOWN };
    const [notification, message, unread] = await Promise.all([
      listNotificationsOf(database, { ...latest, kind: 'notification' }),
      listNotificationsOf(database, { ...latest, kind: 'message' }),
      countUnread(database, account.id),
    ]);
    return succeed({
      notifications: [...notification.notifications, ...message.notifications],
      unread,
      older: { notification: notification.nextCursor, message: message.nextCursor },
    });
  });

  bindEndpoint(platform, listOlderNotifications, async ({ query, session: { scope } }) => {
    const { kind, limit } = query;
    const after = readCursor(query.after, 'instant');
    return succeed(await listNotificationsOf(database, { scope, kind, after, limit }));
  });

  bindEndpoint(platform, readNotifications, async ({ body, session: { account } }) =>
    succeed({ read: await readNotificationsOf(database, body, { account, now: clock.now() }) }),
  );

  bindEndpoint(platform, markNotificationContract, ({ params, body, session: { account } }) =>
    markNotification(database, { ...params, ...body }, { account, now: clock.now() }),
  );

  bindEndpoint(platform, listNotificationChoices, async ({ session: { account } }) =>
    succeed({ choices: await listChoices(database, account.id) }),
  );

  bindEndpoint(platform, chooseContract, (call) =>
    chooseNotifications(database, { ...call.params, ...call.body }, ownAccountOf(call)),
  );
}
