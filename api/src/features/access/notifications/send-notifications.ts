import { uuidv7 } from 'uuidv7';
import type { Notification } from '@bursar/contracts/access/notifications';
import { announceChange } from '../../../platform/live-updates/announce-change.ts';
import type { Transaction } from '../../../platform/database.ts';
import { mailNotifications } from './mail-notifications.ts';
import { askChoices } from './notification-choices.store.ts';
import { insertNotifications } from './notifications.store.ts';

/** A recipient and an event; the text is written in the reader's language. */
type NewNotification = {
  readonly portfolioId: string;
  readonly accountId: string;
  readonly kind: Notification['kind'];
  readonly event: Notification['event'];
  /** Null if no one caused it, as when a promise falls due. */
  readonly senderId: string | null;
  readonly message?: string;
  readonly count?: number;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly subject?: string;
  readonly target?: Notification['target'];
  readonly at: string;
};

/**
 * Notifies people in the way they chose, within the transaction of the change. To add an event,
 * extend `notificationEvents` and `notifications.json`; to add a link target, extend `notificationTargets`.
 */
export async function sendNotifications(
  transaction: Transaction,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const all = notifications.map(asRow);
  const choiceOf = await askChoices(transaction, all);
  await mailNotifications(
    transaction,
    all.filter((row) => choiceOf(row).byMail),
  );
  const rows = all.filter((row) => choiceOf(row).inProduct);
  const [first] = rows;
  if (!first) return;
  await insertNotifications(transaction, rows);
  await announceChange(transaction, {
    portfolioId: first.portfolioId,
    event: 'send-notices',
    subject: 'notice',
    subjectId: first.id,
    onlyAccountIds: [...new Set(rows.map(({ accountId }) => accountId))],
  });
}

function asRow({ at, ...notification }: NewNotification) {
  return {
    message: '',
    count: null,
    amountMinor: null,
    currency: null,
    subject: null,
    target: null,
    ...notification,
    id: uuidv7(),
    createdAt: at,
  };
}
