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
  /** Null if no user caused the event, for example when a promise falls due. */
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
 * extend `notificationEvents` and `notifications.json`; to add a link target, extend
 * `notificationTargets`.
 */
export async function sendNotifications(
  transaction: Transaction,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return;
  const all = (await withoutAdminsOfDemo(transaction, notifications)).map(asRow);
  const choiceOf = await askChoices(transaction, all);
  await mailNotifications(
    transaction,
    all.filter((row) => choiceOf(row).byMail),
  );
  const rows = all.filter((row) => choiceOf(row).inProduct);
  if (rows.length === 0) return;
  await insertNotifications(transaction, rows);
  for (const [portfolioId, ofPortfolio] of Map.groupBy(rows, (row) => row.portfolioId)) {
    const [first] = ofPortfolio;
    if (!first) continue;
    await announceChange(transaction, {
      portfolioId,
      event: 'send-notices',
      subject: 'notice',
      subjectId: first.id,
      onlyAccountIds: [...new Set(ofPortfolio.map(({ accountId }) => accountId))],
    });
  }
}

/**
 * Leaves out notifications to administrators about portfolios of demo data, which administrators do
 * not see.
 */
async function withoutAdminsOfDemo(
  transaction: Transaction,
  notifications: readonly NewNotification[],
): Promise<readonly NewNotification[]> {
  const portfolioIds = [...new Set(notifications.map(({ portfolioId }) => portfolioId))];
  const accountIds = [...new Set(notifications.map(({ accountId }) => accountId))];
  const hidden = await transaction<{ portfolioId: string; accountId: string }[]>`
    select demo.id as portfolio_id, account.id as account_id
    from portfolios demo
    join accounts account on account.id = any(${accountIds}::uuid[]) and account.role = 'admin'
    where demo.id = any(${portfolioIds}::uuid[]) and demo.is_demo`;
  return notifications.filter(
    ({ portfolioId, accountId }) =>
      !hidden.some((one) => one.portfolioId === portfolioId && one.accountId === accountId),
  );
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
