import type { Notification } from '@bursar/contracts/access/notifications';
import { announceChange } from '../../../platform/live-updates/announce-change.ts';
import type { Database, Transaction } from '../../../platform/database.ts';
import { refuse, succeed } from '../../../platform/outcome.ts';
import type { Session } from '../../../platform/session.ts';
import { markNotificationOf, markNotificationsRead } from './notifications.store.ts';

type Marking = { readonly account: Session['account']; readonly now: Date };

/** Marks the notifications of a kind as read, up to the last one shown. */
export function readNotificationsOf(
  database: Database,
  shown: { kind: Notification['kind']; until: string },
  { account, now }: Marking,
): Promise<number> {
  return database.begin(async (transaction) => {
    const of = { accountId: account.id, at: now.toISOString() };
    const read = await markNotificationsRead(transaction, { ...shown, ...of });
    if (read > 0) await notifyOwner(transaction, account, account.id);
    return read;
  });
}

export function markNotification(
  database: Database,
  { noticeId, isRead }: { noticeId: string; isRead: boolean },
  { account, now }: Marking,
) {
  return database.begin(async (transaction) => {
    const readAt = isRead ? now.toISOString() : null;
    const of = { accountId: account.id, noticeId, readAt };
    if (!(await markNotificationOf(transaction, of))) return refuse('not_found');
    await notifyOwner(transaction, account, noticeId);
    return succeed({ readAt });
  });
}

/**
 * Announces the change to the owner's other browsers. Reading one's own notifications is not
 * audited.
 */
function notifyOwner(transaction: Transaction, account: Session['account'], subjectId: string) {
  return announceChange(transaction, {
    portfolioId: account.portfolioId,
    event: 'mark-notices',
    subject: 'notice',
    subjectId,
    onlyAccountIds: [account.id],
  });
}
